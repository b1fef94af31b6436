package store

import "example.com/shop/model"

type DB struct{}

func (d *DB) Find(id int) *model.Item { return nil }

func (s *Store) other() {}
