; Zig: functions and named containers, for indexer/languages/outlined.py.

(function_declaration name: (_) @name) @def.function
(variable_declaration . (identifier) @name (struct_declaration)) @def.struct
(variable_declaration . (identifier) @name (union_declaration)) @def.union
(variable_declaration . (identifier) @name (enum_declaration)) @def.enum
(variable_declaration . (identifier) @name (error_set_declaration)) @def.enum
(variable_declaration . (identifier) @name (opaque_declaration)) @def.struct
