; PHP: classes and what they are like, functions and methods, for indexer/languages/outlined.py.

(class_declaration name: (_) @name) @def.class
(interface_declaration name: (_) @name) @def.interface
(trait_declaration name: (_) @name) @def.trait
(enum_declaration name: (_) @name) @def.enum
(function_definition name: (_) @name) @def.function
(method_declaration name: (_) @name) @def.method
(const_declaration (const_element . (name) @name)) @def.constant
