; Dart: classes and what they are like, functions, methods and accessors, for indexer/languages/outlined.py.

(class_definition name: (_) @name) @def.class
(mixin_declaration . (mixin) . (identifier) @name) @def.class
(enum_declaration name: (_) @name) @def.enum
(extension_declaration name: (_) @name) @def.class
(type_alias . (type_identifier) @name) @def.type
(program (function_signature name: (_) @name) @def.function)
(method_signature (function_signature name: (_) @name)) @def.function
(method_signature (getter_signature name: (_) @name)) @def.function
(method_signature (setter_signature name: (_) @name)) @def.function
(method_signature (factory_constructor_signature (identifier) @name .)) @def.constructor
(declaration (function_signature name: (_) @name)) @def.function
