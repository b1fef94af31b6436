; Swift: what indexer/languages/swift/extractor.py reads. The parts are as in csharp.scm.
; A property is a variable of what is around it before it opens a definition of its own.

(import_declaration) @import

(property_declaration) @property
(protocol_property_declaration) @property

(class_declaration declaration_kind: ["class" "actor" "extension"] name: (_) @name) @def.class
(class_declaration declaration_kind: "struct" name: (_) @name) @def.struct
(class_declaration declaration_kind: "enum" name: (_) @name) @def.enum
(protocol_declaration name: (_) @name) @def.protocol
(function_declaration name: (simple_identifier) @name) @def.function
(protocol_function_declaration name: (simple_identifier) @name) @def.function
(typealias_declaration name: (type_identifier) @name) @def.type
(init_declaration "init" @name) @def.constructor
(subscript_declaration "subscript" @name) @def.function
(class_body (property_declaration name: (pattern bound_identifier: (_) @name) computed_value: (_)) @def.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (_) @name) computed_value: (_)) @def.property)
(protocol_property_declaration name: (pattern bound_identifier: (_) @name)) @def.property
(property_declaration
  (modifiers (property_modifier) @value) name: (pattern bound_identifier: (_) @name) !computed_value
  (#eq? @value "static")) @def.constant
(source_file (property_declaration name: (pattern bound_identifier: (_) @name) !computed_value) @def.constant)

(inheritance_specifier inherits_from: (_) @base)
(attribute (user_type) @type) @attribute
(user_type) @type.use
(key_path_expression (type_identifier) @type.use)

(parameter) @parameter
(lambda_literal) @lambda
(if_statement) @condition
(guard_statement) @condition
(while_statement) @condition
(for_statement item: (pattern) @name collection: (_) @value) @variable.each
(switch_pattern (pattern) @pattern)
(catch_block error: (pattern) @pattern)
(control_transfer_statement result: (_) @value) @return
(enum_entry) @entry

(selector_expression (_) @selector)
(call_expression) @call
(constructor_expression) @call
(navigation_expression) @named.path
(simple_identifier) @named.bare
(prefix_expression operation: "." target: (simple_identifier)) @named.member
[(line_string_literal) (multi_line_string_literal) (raw_string_literal)] @string
