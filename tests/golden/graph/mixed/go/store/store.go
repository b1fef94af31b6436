package store

import (
	"fmt"

	"example.com/shop/model"
	_ "github.com/lib/pq"
)

// Store keeps items.
type Store struct {
	model.Base
	db *DB
}

func New(db *DB) *Store { return &Store{db: db} }

func (s *Store) Get(id int) *model.Item {
	fmt.Println(id)
	s.other()
	return s.db.Find(id)
}

func Use() {
	kept := New(nil)
	kept.Get(1)
	model.Make().Touch()
}
