package model

type Base struct{}

type Item struct{}

func (i *Item) Touch() {}

func Make() *Item { return &Item{} }
