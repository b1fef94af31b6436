; PHP: what indexer/languages/php/extractor.py reads. The parts are as in csharp.scm.

(namespace_definition) @namespace
(namespace_use_declaration) @import
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import.file

(class_declaration name: (_) @name) @def.class
(interface_declaration name: (_) @name) @def.interface
(trait_declaration name: (_) @name) @def.trait
(enum_declaration name: (_) @name) @def.enum
(anonymous_class) @def.anonymous
(function_definition name: (_) @name return_type: (_)? @type) @def.function
(method_declaration name: (_) @name return_type: (_)? @type) @def.method
(const_declaration (const_element . (name) @name)) @def.constant
(enum_case name: (_) @name) @def.constant
(base_clause (_) @base)
(class_interface_clause (_) @base)
(attribute [(name) (qualified_name)] @type) @attribute
(comment) @comment

(property_declaration type: (_)? @type (property_element name: (_) @name)) @variable.property
(property_promotion_parameter type: (_)? @type name: (_) @name) @variable.promoted
(simple_parameter type: (_)? @type name: (_) @name) @variable.parameter
(variadic_parameter type: (_)? @type name: (_) @name) @variable.parameter
(catch_clause type: (_) @type name: (_) @name) @variable.parameter
(assignment_expression left: (variable_name) @name right: (_) @value) @variable
(augmented_assignment_expression left: (variable_name) @name operator: "??=" right: (_) @value) @variable
(augmented_assignment_expression left: (member_access_expression object: (variable_name) @receiver name: (name) @name) operator: "??=" right: (_) @value) @variable.member
(reference_assignment_expression left: (variable_name) @name right: (_) @value) @variable
(assignment_expression left: (member_access_expression object: (variable_name) @receiver name: (name) @name) right: (_) @value) @variable.member
(enum_case name: (_) @name) @variable.constant
(foreach_statement) @variable.each
(list_literal (variable_name) @variable.other)
[(anonymous_function) (arrow_function)] @closure
(return_statement (_) @value) @returned

[(function_call_expression function: [(name) (qualified_name) (relative_name)] @name arguments: (_) @arguments)
 (member_call_expression object: (_) @receiver name: (_) @name arguments: (_) @arguments)
 (nullsafe_member_call_expression object: (_) @receiver name: (_) @name arguments: (_) @arguments)
 (scoped_call_expression scope: (_) @receiver name: (_) @name arguments: (_) @arguments)] @call
(object_creation_expression) @new
(named_type) @type.use
(scoped_call_expression scope: [(name) (qualified_name)] @type.use)
(scoped_property_access_expression scope: [(name) (qualified_name)] @type.use)
(binary_expression operator: "instanceof" right: [(name) (qualified_name)] @type.use)
[(if_statement) (else_if_clause) (while_statement) (conditional_expression)
 (binary_expression operator: ["&&" "||" "and" "or"])] @narrowed
(expression_statement
  [(function_call_expression function: (name) @function)
   (member_call_expression name: (name) @function)
   (scoped_call_expression name: (name) @function)]
  (#any-of? @function "assert" "assertInstanceOf" "assertTrue" "isInstanceOf")) @narrowed
(class_constant_access_expression . (_) @receiver (name) @name .) @named.value
(array_creation_expression . (array_element_initializer . (_) @receiver .) . (array_element_initializer . (string) @name .) .) @named.callable
[(argument (name) @named.constant)
 (assignment_expression right: (name) @named.constant)
 (array_element_initializer (name) @named.constant)
 (binary_expression (name) @named.constant)
 (const_element (name) (name) @named.constant)
 (return_statement (name) @named.constant)]
[(string) (encapsed_string) (heredoc) (nowdoc)] @string
