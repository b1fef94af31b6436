"""What a person wrote about an index: favourites, notes, walks; small files of their own, none of them derived."""
