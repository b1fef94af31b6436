; JSX, in JavaScript and TSX: an element is a call of its component.

(jsx_opening_element name: (identifier) @name) @call
(jsx_expression [(identifier) (member_expression)] @named)
(jsx_self_closing_element name: (identifier) @name) @call
