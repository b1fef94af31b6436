; Lua: functions, also as values of variables and fields, for indexer/languages/outlined.py.

(function_declaration name: [(identifier) @name (dot_index_expression field: (_) @name) (method_index_expression method: (_) @name)]) @def.function
(assignment_statement
  (variable_list . name: [(identifier) @name (dot_index_expression field: (_) @name)])
  (expression_list . value: (function_definition))) @def.function
(field name: (identifier) @name value: (function_definition)) @def.function
