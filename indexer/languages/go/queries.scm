; Go: what indexer/languages/go/extractor.py reads. The parts are as in csharp.scm.

(package_clause (_) @name) @package
(import_spec path: (_) @source) @import

(function_declaration name: (_) @name result: (_)? @type) @def.function
(method_declaration receiver: (_) @receiver name: (_) @name result: (_)? @type) @def.method
(method_elem name: (_) @name result: (_)? @type) @def.method
(type_spec name: (_) @name type: (_) @value) @def.type
(source_file (const_declaration (const_spec (identifier) @name) @def.constant))
(source_file (var_declaration (var_spec (identifier) @name (#match? @name "^[Ee]rr[A-Z]")) @def.constant))
(source_file (var_declaration (var_spec_list
  (var_spec (identifier) @name (#match? @name "^[Ee]rr[A-Z]")) @def.constant)))
(struct_type (field_declaration_list (field_declaration !name type: (_) @base)))
(interface_type (type_elem (_) @base))

(parameter_declaration name: (_) @name type: (_) @type) @variable
(variadic_parameter_declaration name: (_) @name) @variable.rest
(field_declaration name: (_) @name type: (_) @type) @variable
(var_spec . name: (_) @name type: (_)? @type value: (expression_list . (_) @value)?) @variable
(var_spec name: (_) . name: (_) @name type: (_)? @type) @variable
(short_var_declaration left: (expression_list . (_) @name) right: (expression_list . (_) @value)) @variable
(range_clause left: (expression_list (_) . (_) @name) right: (_) @value) @variable.element
[(short_var_declaration left: (expression_list (_) . (identifier) @variable.other))
 (range_clause left: (expression_list . (identifier) @variable.other))
 (receive_statement left: (expression_list (identifier) @variable.other))
 (type_switch_statement alias: (expression_list (identifier) @variable.other))]
(return_statement (expression_list . [(composite_literal) (unary_expression)] @value)) @returned
(composite_literal type: (_) @type) @new
(type_identifier) @type.use
(qualified_type) @type.use

(call_expression function: (identifier) @name arguments: (_) @arguments) @call
(call_expression function: (selector_expression operand: (_) @receiver field: (_) @name) arguments: (_) @arguments) @call
(call_expression function: (index_expression operand: (identifier) @name) arguments: (_) @arguments) @call
(type_conversion_expression type: (generic_type type: (type_identifier) @name)) @call
(call_expression
  function: (index_expression operand: (selector_expression operand: (_) @receiver field: (_) @name))
  arguments: (_) @arguments) @call
[(argument_list [(identifier) (selector_expression)] @named)
 (keyed_element (literal_element) (literal_element [(identifier) (selector_expression)] @named))
 (literal_value (literal_element [(identifier) (selector_expression)] @named))
 (assignment_statement right: (expression_list [(identifier) (selector_expression)] @named))
 (short_var_declaration right: (expression_list [(identifier) (selector_expression)] @named))
 (var_spec value: (expression_list [(identifier) (selector_expression)] @named))
 (return_statement (expression_list [(identifier) (selector_expression)] @named))
 (binary_expression [(identifier) (selector_expression)] @named)
 (unary_expression [(identifier) (selector_expression)] @named)
 (parenthesized_expression [(identifier) (selector_expression)] @named)
 (index_expression index: [(identifier) (selector_expression)] @named)
 (slice_expression (_) [(identifier) (selector_expression)] @named)
 (expression_case (expression_list [(identifier) (selector_expression)] @named))
 (expression_switch_statement value: [(identifier) (selector_expression)] @named)
 (array_type length: [(identifier) (selector_expression)] @named)
 (range_clause right: [(identifier) (selector_expression)] @named)
 (const_spec value: (expression_list [(identifier) (selector_expression)] @named))
 (keyed_element (literal_element [(identifier) (selector_expression)] @named) (literal_element))]
[(interpreted_string_literal) (raw_string_literal)] @string
