; Kotlin: definitions for indexer/languages/outlined.py, where brackets do not fit; the rest for
; indexer/languages/kotlin/reader.py. The parts are as in csharp.scm.

(class_declaration "class" name: (_) @name) @def.class
(class_declaration "interface" name: (_) @name) @def.interface
(object_declaration name: (_) @name) @def.object
(companion_object name: (_) @name) @def.object
(function_declaration name: (_) @name) @def.function
(type_alias type: (identifier) @name) @def.type
(source_file (property_declaration (variable_declaration . (identifier) @name)) @def.constant)

[(call_expression) (infix_expression) (index_expression)] @call
(binary_expression left: (binary_expression operator: "<") operator: ">"
  right: [(parenthesized_expression) (lambda_literal)]) @call
(assignment left: (index_expression) @assigned)
[(class_declaration) (object_declaration) (function_declaration (modifiers))] @declared
(companion_object) @companion
(lambda_literal) @lambda
(object_literal) @lambda.object
[(is_expression) (type_test)] @tested
(function_declaration (function_body . (_) @value .)) @returned
(property_declaration) @variable
[(class_parameter) (parameter)] @variable.parameter
(catch_block . (identifier) @name . (_) @type) @variable.catch
(for_statement . (variable_declaration) @name . (_) @value) @variable.element
(enum_entry . (identifier) @name) @variable.constant
(user_type) @type.use
[(annotation (user_type) @type) (annotation (constructor_invocation (user_type) @type))] @attribute
(callable_reference) @named
(navigation_expression) @named.path
[(value_argument (identifier) @named.value .)
 (property_declaration (identifier) @named.value)
 (assignment right: (identifier) @named.value)
 (binary_expression (identifier) @named.value)
 (in_expression (identifier) @named.value)
 (range_expression (identifier) @named.value)
 (parenthesized_expression (identifier) @named.value)
 (unary_expression (identifier) @named.value)
 (function_body . (identifier) @named.value)
 (return_expression "return" . (identifier) @named.value)
 (return_expression "return@" . (identifier) . (identifier) @named.value)
 (when_entry (identifier) @named.value)
 (when_subject (identifier) @named.value)
 (infix_expression (identifier) . (identifier) . (identifier) @named.value)
 (index_expression (identifier) @named.value)
 (class_parameter (identifier) . (_) . (identifier) @named.value)
 (function_value_parameters (parameter) . (identifier) @named.value)
 (explicit_delegation (identifier) @named.value)
 (interpolation (identifier) @named.value)]
[(string_literal) (multiline_string_literal)] @string
