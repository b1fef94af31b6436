; Scala: what indexer/languages/scala/extractor.py reads. The parts are as in csharp.scm.

(package_clause name: (_) @name) @package
(import_declaration) @import

(class_definition name: (_) @name) @def.class
(object_definition name: (_) @name) @def.object
(package_object name: (_) @name) @def.object
(trait_definition name: (_) @name) @def.trait
(enum_definition name: (_) @name) @def.enum
(full_enum_case name: (_) @name) @def.class
(given_definition name: (_) @name) @def.object
(instance_expression (template_body) @def.anonymous) @value
(function_definition name: (_) @name return_type: (_)? @type) @def.function
(function_declaration name: (_) @name return_type: (_)? @type) @def.function
(type_definition name: (_) @name type: (_)? @value) @def.type
(template_body (val_definition pattern: (identifier) @name) @def.constant)
(compilation_unit (val_definition pattern: (identifier) @name) @def.constant)
(simple_enum_case name: (identifier) @name) @def.constant

(extends_clause) @bases
(given_definition return_type: (_) @base body: (with_template_body))
(self_type) @self

(class_parameter name: (_) @name type: (_) @type) @variable
(parameter name: (_) @name type: (_) @type) @variable
(binding name: (_) @name type: (_) @type) @variable
[(val_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value)
 (var_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value)
 (val_declaration name: (_) @name type: (_) @type)
 (var_declaration name: (_) @name type: (_) @type)] @variable
(typed_pattern pattern: (identifier) @name type: (_) @type) @variable
(enumerator . (identifier) @name . (_) @value .) @generator
(match_expression) @match
(lambda_expression) @lambda
[(case_clause pattern: (identifier) @bound) (case_class_pattern (identifier) @bound)
 (tuple_pattern (identifier) @bound) (capture_pattern name: (identifier) @bound)
 (alternative_pattern (identifier) @bound) (infix_pattern left: (identifier) @bound)
 (infix_pattern right: (identifier) @bound)]

(instance_expression) @new
(call_expression function: (field_expression value: (_) @receiver field: (_) @name) arguments: (_) @arguments) @call
(call_expression function: (identifier) @name arguments: (_) @arguments) @call
(call_expression
  function: (generic_function function: (field_expression value: (_) @receiver field: (_) @name))
  arguments: (_) @arguments) @call
(call_expression function: (generic_function function: (identifier) @name) arguments: (_) @arguments) @call
(infix_expression left: (_) @receiver operator: (identifier) @name right: (_) @arguments) @call
((infix_expression left: (_) @receiver operator: (operator_identifier) @name right: (_) @arguments) @call
 (#not-any-of? @name "==" "!=" "&&" "||" "->" "eq" "ne") (#not-match? @name ":$"))
((field_expression value: (_) @receiver field: (identifier) @name) @call
 (#any-of? @name
  "get" "head" "last" "headOption" "lastOption" "init" "tail" "reverse" "distinct" "sorted" "toList" "toSeq" "toVector"
  "toSet" "toArray" "toIndexedSeq" "toOption" "iterator" "view" "par" "values"))
(call_expression function: (call_expression) @function arguments: (_) @arguments) @more

(field_expression) @named
[(arguments (identifier) @named) (block (identifier) @named) (indented_block (identifier) @named)
 (template_body (identifier) @named) (tuple_expression (identifier) @named)
 (parenthesized_expression (identifier) @named) (infix_expression left: (identifier) @named)
 (infix_expression right: (identifier) @named) (prefix_expression (identifier) @named)
 (postfix_expression . (identifier) @named) (val_definition value: (identifier) @named)
 (var_definition value: (identifier) @named) (function_definition body: (identifier) @named)
 (assignment_expression right: (identifier) @named) (lambda_expression (identifier) @named .)
 (case_clause pattern: (_) (identifier) @named) (field_expression value: (identifier) @named)
 (if_expression condition: (identifier) @named) (if_expression consequence: (identifier) @named)
 (if_expression alternative: (identifier) @named) (match_expression value: (identifier) @named)
 (return_expression (identifier) @named) (throw_expression (identifier) @named)
 (interpolation (identifier) @named) (enumerator (_) . (identifier) @named .) (guard condition: (identifier) @named)
 (for_expression body: (identifier) @named) (while_expression body: (identifier) @named)
 (try_expression body: (identifier) @named) (finally_clause (identifier) @named)
 (class_parameter default_value: (identifier) @named) (parameter default_value: (identifier) @named)
 (generic_function function: (identifier) @named) (method_value (identifier) @named)
 (ascription_expression . (identifier) @named) (stable_identifier) @named]
(annotation name: (_) @type) @attribute
[(type_identifier) (stable_type_identifier)] @type.use
[(string) (interpolated_string)] @string
