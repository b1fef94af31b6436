; Haskell: data types, classes, functions and values at the top, for indexer/languages/outlined.py.

(declarations (data_type name: (_) @name) @def.type)
(declarations (newtype name: (_) @name) @def.type)
(declarations (type_synonym name: (_) @name) @def.type)
(declarations (class name: (_) @name) @def.class)
(declarations (signature name: (_) @name) @def.function)
(declarations (function name: (_) @name) @def.function)
(declarations (bind name: (_) @name) @def.function)
(class_declarations (signature name: (_) @name) @def.function)
