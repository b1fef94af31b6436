; Swift: types, protocols, functions, properties with code of their own, and type aliases, for
; indexer/languages/outlined.py. An extension opens its type again.

(class_declaration declaration_kind: ["class" "actor" "extension"] name: (_) @name) @def.class
(class_declaration declaration_kind: "struct" name: (_) @name) @def.struct
(class_declaration declaration_kind: "enum" name: (_) @name) @def.enum
(protocol_declaration name: (_) @name) @def.protocol
(function_declaration name: (simple_identifier) @name) @def.function
(protocol_function_declaration name: (simple_identifier) @name) @def.function
(typealias_declaration . name: (_) @name) @def.type
(init_declaration "init" @name) @def.constructor
(subscript_declaration "subscript" @name) @def.function
(class_body (property_declaration name: (pattern bound_identifier: (_) @name) computed_value: (_)) @def.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (_) @name) computed_value: (_)) @def.property)
(protocol_property_declaration name: (pattern bound_identifier: (_) @name)) @def.property
(property_declaration
  (modifiers (property_modifier) @value) name: (pattern bound_identifier: (_) @name) !computed_value
  (#eq? @value "static")) @def.constant
(source_file (property_declaration name: (pattern bound_identifier: (_) @name) !computed_value) @def.constant)
