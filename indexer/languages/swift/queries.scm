; Swift: types, protocols, functions and type aliases, for indexer/languages/outlined.py. An extension opens its type again.

(class_declaration declaration_kind: ["class" "actor" "extension"] name: (_) @name) @def.class
(class_declaration declaration_kind: "struct" name: (_) @name) @def.struct
(class_declaration declaration_kind: "enum" name: (_) @name) @def.enum
(protocol_declaration name: (_) @name) @def.protocol
(function_declaration name: (simple_identifier) @name) @def.function
(protocol_function_declaration name: (simple_identifier) @name) @def.function
(typealias_declaration . name: (_) @name) @def.type
