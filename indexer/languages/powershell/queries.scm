; PowerShell: functions, classes and their methods, for indexer/languages/outlined.py.

(function_statement (function_name) @name) @def.function
(class_statement . (simple_name) @name) @def.class
(enum_statement . (simple_name) @name) @def.enum
(class_method_definition (simple_name) @name) @def.method
