; Kotlin: classes, objects, functions, type aliases and top-level properties, for indexer/languages/outlined.py.

(class_declaration "class" name: (_) @name) @def.class
(class_declaration "interface" name: (_) @name) @def.interface
(object_declaration name: (_) @name) @def.object
(companion_object name: (_) @name) @def.object
(function_declaration name: (_) @name) @def.function
(type_alias type: (identifier) @name) @def.type
(source_file (property_declaration (variable_declaration . (identifier) @name)) @def.constant)
