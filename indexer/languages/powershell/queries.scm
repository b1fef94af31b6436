; PowerShell: what indexer/languages/powershell/extractor.py reads. The parts are as in csharp.scm.

(function_statement (function_name) @name) @def.function
(class_statement . (simple_name) @name) @def.class
(enum_statement . (simple_name) @name) @def.enum
(class_method_definition (type_literal (_) @type)? (simple_name) @name) @def.method

(class_property_definition (type_literal (_) @type)? (variable) @name) @variable.field
[(class_method_parameter) (script_parameter)] @variable.parameter
(assignment_expression (left_assignment_expression) @name value: (_) @value) @variable.assigned
(foreach_statement . (variable) @name . (_) @value) @variable.element
(command) @command
(invokation_expression . (_) @receiver . (member_name (simple_name) @name)) @call
((variable) @code (#match? @code "[Ff]unction:"))
(type_spec) @type.use
[(expandable_string_literal) (verbatim_string_characters) (expandable_here_string_literal)
 (verbatim_here_string_characters)] @string
