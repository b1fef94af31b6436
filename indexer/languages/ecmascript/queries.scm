; What JavaScript, TypeScript and TSX have in common; their own queries are joined to it. The parts are as in csharp.scm.

(import_statement) @import
(export_statement source: (string) @source) @export.from
(export_statement !source) @export

(class_declaration name: (_) @name) @def.class
(generator_function_declaration name: (_) @name) @def.function
(assignment_expression
  left: (member_expression object: (_) @receiver property: (_) @name)
  right: [(function_expression) (arrow_function) (generator_function) (class)]) @def.member
(assignment_expression left: (member_expression object: (_) @receiver property: (_) @name) right: (_) @value) @variable.member
(for_in_statement left: (identifier) @name right: (_) @value) @variable.element
; names that hide others, whatever they hold
[(variable_declarator name: (identifier) @name !value)
 (arrow_function parameter: (identifier) @name)
 (catch_clause parameter: (identifier) @name)
 (rest_pattern (identifier) @name)
 (array_pattern (identifier) @name)
 (assignment_pattern left: (identifier) @name)
 (pair_pattern value: (identifier) @name)
 (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name)
 (object_pattern (shorthand_property_identifier_pattern) @name)] @bound

[(arrow_function) (function_expression)] @lambda
(new_expression constructor: (_) @type) @new
(decorator [
  (identifier) @type
  (member_expression) @type
  (call_expression function: [(identifier) (member_expression)] @type)]) @attribute

(call_expression function: (identifier) @name arguments: (_) @arguments) @call
(call_expression function: (member_expression object: (_) @receiver property: (_) @name) arguments: (_) @arguments) @call
(call_expression function: (super) @name arguments: (_) @arguments) @call
(call_expression function: (import) @source arguments: (_) @arguments) @import.dynamic
[(arguments [(identifier) (member_expression)] @named)
 (pair value: [(identifier) (member_expression)] @named)
 (array [(identifier) (member_expression)] @named)
 (binary_expression [(identifier) (member_expression)] @named)
 (unary_expression [(identifier) (member_expression)] @named)
 (parenthesized_expression [(identifier) (member_expression)] @named)
 (switch_case value: [(identifier) (member_expression)] @named)
 (template_substitution [(identifier) (member_expression)] @named)
 (subscript_expression [(identifier) (member_expression)] @named)
 (spread_element [(identifier) (member_expression)] @named)
 (computed_property_name [(identifier) (member_expression)] @named)
 (arrow_function body: [(identifier) (member_expression)] @named)
 (assignment_pattern right: [(identifier) (member_expression)] @named)
 (augmented_assignment_expression right: [(identifier) (member_expression)] @named)
 (for_in_statement right: [(identifier) (member_expression)] @named)
 (throw_statement [(identifier) (member_expression)] @named)
 (yield_expression [(identifier) (member_expression)] @named)
 (object (shorthand_property_identifier) @named)
 (assignment_expression right: [(identifier) (member_expression)] @named)
 (variable_declarator value: [(identifier) (member_expression)] @named)
 (return_statement [(identifier) (member_expression)] @named)
 (ternary_expression [(identifier) (member_expression)] @named)]
((call_expression function: (member_expression object: [(identifier) (member_expression object: (this))] @named property: (_) @name))
  (#eq? @name "bind"))
[(string) (template_string)] @string
(return_statement (_) @value) @returned
(arrow_function body: (expression) @value) @returned
