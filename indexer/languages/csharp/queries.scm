; C#: what indexer/languages/csharp/extractor.py reads. One capture names the pattern; @name, @type, @value, @function,
; @arguments, @receiver and @parameters are its parts.

(using_directive) @import
(namespace_declaration name: (_) @name) @namespace
(file_scoped_namespace_declaration name: (_) @name) @namespace

(class_declaration name: (identifier) @name) @def.class
(interface_declaration name: (identifier) @name) @def.interface
(struct_declaration name: (identifier) @name) @def.struct
(record_declaration name: (identifier) @name) @def.record
(enum_declaration name: (identifier) @name) @def.enum
(delegate_declaration type: (_) @type name: (identifier) @name) @def.delegate
(method_declaration returns: (_) @type name: (identifier) @name parameters: (_) @parameters) @def.method
(constructor_declaration name: (identifier) @name parameters: (_) @parameters) @def.constructor
(property_declaration type: (_) @type name: (identifier) @name) @def.property
(field_declaration
  (modifier) @value (variable_declaration (variable_declarator name: (identifier) @name))
  (#any-of? @value "const" "readonly")) @def.constant

(base_list) @base
(attribute name: (_) @type) @attribute
(object_creation_expression type: (_) @type arguments: (_)? @arguments) @new
(implicit_object_creation_expression (argument_list) @arguments) @new.inferred
(constructor_initializer (argument_list) @arguments) @new.chained
(typeof_expression type: (_) @type) @type.use
(cast_expression type: (_) @type) @type.use
(as_expression right: (_) @type) @type.use
(is_expression right: (_) @type) @type.use
(constant_pattern [(identifier) (member_access_expression) (generic_name)] @type) @type.use
(constant_pattern (binary_expression left: [(identifier) (member_access_expression)] @type)) @type.use
(recursive_pattern type: (_) @type !name) @type.use
(type_parameter_constraint type: (_) @type) @type.use
(type_argument_list) @type.arguments

(enum_member_declaration name: (identifier) @name) @variable.member
(variable_declaration type: (_) @type (variable_declarator name: (identifier) @name)) @variable
(parameter type: (_) @type name: (identifier) @name) @variable.parameter
(parameter_list type: (_) @type name: (identifier) @name @variable.rest)
(foreach_statement type: (_) @type left: (identifier) @name right: (_) @value) @variable.element
(declaration_pattern type: (_) @type name: (identifier) @name) @variable.pattern
(recursive_pattern type: (_) @type name: (identifier) @name) @variable.pattern
(declaration_expression type: (_) @type name: (identifier) @name) @variable.pattern
(catch_declaration type: (_) @type name: (identifier) @name) @variable.pattern
(is_pattern_expression expression: (_) @value pattern: [
 (recursive_pattern !type name: (identifier) @name)
 (negated_pattern (recursive_pattern !type name: (identifier) @name))]) @variable.pattern
(from_clause type: (_)? @type name: (identifier) @name . (_) @value) @variable.element
(implicit_parameter) @name @variable.lambda
(parameter_list (parameter !type name: (identifier) @name) @variable.lambda)
(indexer_declaration type: (_) @type) @variable.indexer
(catch_declaration type: (_) @type !name) @type.use

(invocation_expression function: (_) @function arguments: (argument_list) @arguments) @call
(member_access_expression expression: (identifier) @receiver name: (identifier) @name) @access

[(argument [(identifier) (member_access_expression) (generic_name)] @named)
 (assignment_expression right: [(identifier) (member_access_expression) (generic_name)] @named)
 (variable_declarator (identifier) . [(identifier) (member_access_expression)] @named)
 (property_declaration value: [(identifier) (member_access_expression)] @named)
 (arrow_expression_clause [(identifier) (member_access_expression)] @named)
 (return_statement [(identifier) (member_access_expression)] @named)
 (initializer_expression [(identifier) (member_access_expression)] @named)
 (expression_element [(identifier) (member_access_expression)] @named)
 (cast_expression value: [(identifier) (member_access_expression)] @named)
 (conditional_expression [(identifier) (member_access_expression)] @named)
 (switch_expression_arm [(identifier) (member_access_expression)] @named)]

[(binary_expression [(identifier) (member_access_expression)] @named.value)
 (constant_pattern [(identifier) (member_access_expression)] @named.value)
 (relational_pattern [(identifier) (member_access_expression)] @named.value)
 (parenthesized_expression [(identifier) (member_access_expression)] @named.value)
 (prefix_unary_expression [(identifier) (member_access_expression)] @named.value)
 (postfix_unary_expression [(identifier) (member_access_expression)] @named.value)
 (interpolation [(identifier) (member_access_expression)] @named.value)
 (attribute_argument [(identifier) (member_access_expression)] @named.value .)
 (parameter name: (identifier) . [(identifier) (member_access_expression)] @named.value)
 (enum_member_declaration value: [(identifier) (member_access_expression)] @named.value)
 (if_statement condition: [(identifier) (member_access_expression)] @named.value)
 (while_statement condition: [(identifier) (member_access_expression)] @named.value)
 (switch_statement value: [(identifier) (member_access_expression)] @named.value)
 (switch_expression . [(identifier) (member_access_expression)] @named.value)
 (foreach_statement right: [(identifier) (member_access_expression)] @named.value)
 (throw_statement [(identifier) (member_access_expression)] @named.value)
 (yield_statement [(identifier) (member_access_expression)] @named.value)
 (lock_statement . [(identifier) (member_access_expression)] @named.value)
 (lambda_expression body: [(identifier) (member_access_expression)] @named.value)
 (array_rank_specifier [(identifier) (member_access_expression)] @named.value)
 (range_expression [(identifier) (member_access_expression)] @named.value)
 (await_expression (member_access_expression) @named.value)
 (assignment_expression left: (member_access_expression) @named.value)
 (element_access_expression expression: [(identifier) (member_access_expression)] @named.value)]

(string_literal) @string
(verbatim_string_literal) @string
(raw_string_literal) @string
(interpolated_string_expression) @string
(binary_expression operator: "+") @concatenation
