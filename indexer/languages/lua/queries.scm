; Lua: definitions, scopes, calls and values, for indexer/languages/lua/extractor.py.

(function_declaration name: (_) @name) @def.function
(assignment_statement
  (variable_list . name: (_) @name)
  (expression_list . value: (function_definition) @value)) @def.function
(field name: (_) @name value: (function_definition) @value) @def.function
(assignment_statement
  (variable_list . name: [(dot_index_expression) (bracket_index_expression)] @name .)
  (expression_list . value: (function_call name: (_) @function arguments: (arguments (function_definition) @value)) .)) @def.wrapped
(variable_declaration) @def.variable
(assignment_statement) @def.assigned
(comment) @def.note
(block) @def.block
(for_statement) @def.loop
(function_definition) @def.closure
(parameters) @def.parameters
(table_constructor) @def.table

(function_call) @call
(return_statement) @returned
(string) @text
(field value: [(identifier) (dot_index_expression)] @named)
(expression_list [(identifier) (dot_index_expression)] @named)
(binary_expression) @operated
(bracket_index_expression table: [(identifier) (dot_index_expression)] @value) @indexed
