; Scala: classes, objects, traits, enums, functions and types, for indexer/languages/outlined.py.

(class_definition name: (_) @name) @def.class
(object_definition name: (_) @name) @def.object
(trait_definition name: (_) @name) @def.trait
(enum_definition name: (_) @name) @def.enum
(given_definition name: (_) @name) @def.object
(function_definition name: (_) @name) @def.function
(function_declaration name: (_) @name) @def.function
(type_definition name: (_) @name) @def.type
(template_body (val_definition pattern: (identifier) @name) @def.constant)
