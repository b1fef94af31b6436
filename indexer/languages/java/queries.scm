; Java: what indexer/languages/java/extractor.py reads. The parts are as in csharp.scm.

(package_declaration (_) @name) @package
(import_declaration) @import

(class_declaration name: (_) @name) @def.class
(interface_declaration name: (_) @name) @def.interface
(enum_declaration name: (_) @name) @def.enum
(record_declaration name: (_) @name) @def.record
(annotation_type_declaration name: (_) @name) @def.annotation
(method_declaration type: (_) @type name: (_) @name) @def.method
(constructor_declaration name: (_) @name) @def.constructor
(annotation_type_element_declaration type: (_) @type name: (_) @name) @def.method
(object_creation_expression type: (_) @type (class_body) @def.anonymous)
(enum_constant name: (_) @name body: (class_body) @def.anonymous)
(field_declaration (modifiers) @value declarator: (variable_declarator name: (_) @name value: (_))) @def.constant
(constant_declaration declarator: (variable_declarator name: (_) @name)) @def.constant
(superclass (_) @base)
(super_interfaces (type_list (_) @base))
(extends_interfaces (type_list (_) @base))

(field_declaration type: (_) @type declarator: (variable_declarator name: (_) @name)) @variable
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (_) @name value: (_)? @value)) @variable
(formal_parameter type: (_) @type name: (_) @name) @variable
(enhanced_for_statement type: (_) @type name: (_) @name value: (_) @value) @variable.each
(lambda_expression parameters: [(identifier) (inferred_parameters)] @parameters) @lambda
(resource type: (_) @type name: (_) @name) @variable
(constant_declaration type: (_) @type declarator: (variable_declarator name: (_) @name)) @variable
(instanceof_expression right: (_) @type name: (_) @name) @variable
(type_pattern . (_) @type (identifier) @name) @variable
(record_pattern_component . (_) @type (identifier) @name) @variable
(enum_constant name: (_) @name) @variable.constant

(object_creation_expression type: (_) @type) @new
(explicit_constructor_invocation constructor: (_) @name arguments: (_) @arguments) @new.chained
(type_identifier) @type.use
(marker_annotation name: (_) @type) @attribute
(annotation name: (_) @type) @attribute
(method_invocation object: (_)? @receiver name: (_) @name arguments: (_) @arguments) @call
(method_reference) @named
(field_access) @named.value
[(argument_list (identifier) @named.value)
 (element_value_pair value: (identifier) @named.value)
 (annotation_argument_list (identifier) @named.value)
 (element_value_array_initializer (identifier) @named.value)
 (array_initializer (identifier) @named.value)
 (array_access (identifier) @named.value)
 (dimensions_expr (identifier) @named.value)
 (assignment_expression right: (identifier) @named.value)
 (variable_declarator value: (identifier) @named.value)
 (ternary_expression (identifier) @named.value)
 (binary_expression (identifier) @named.value)
 (unary_expression (identifier) @named.value)
 (parenthesized_expression (identifier) @named.value)
 (cast_expression value: (identifier) @named.value)
 (lambda_expression body: (identifier) @named.value)
 (method_invocation object: (identifier) @named.value)
 (enhanced_for_statement value: (identifier) @named.value)
 (switch_rule (expression_statement (identifier) @named.value))
 (return_statement (identifier) @named.value)
 (throw_statement (identifier) @named.value)
 (yield_statement (identifier) @named.value)]
(switch_expression condition: (parenthesized_expression (identifier) @value)) @switch
(string_literal) @string
