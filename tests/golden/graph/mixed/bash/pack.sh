#!/bin/sh
tar czf build/pack.tgz src
