; JSX, in JavaScript and TSX: an element is a call of its component; one with a small letter is the browser's.

((jsx_opening_element name: (identifier) @name) @call (#match? @name "^[^a-z]"))
(jsx_expression [(identifier) (member_expression)] @named)
((jsx_self_closing_element name: (identifier) @name) @call (#match? @name "^[^a-z]"))
