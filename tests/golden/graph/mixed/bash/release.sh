#!/usr/bin/env bash
DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source "$DIR/lib/log.sh"

clean() {
  rm -rf build
}

build() {
  "$DIR/pack.sh" || fail "no package"
}

trap clean EXIT
build
