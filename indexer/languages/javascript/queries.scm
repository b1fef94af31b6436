; JavaScript: what it adds to ecmascript/queries.scm, for indexer/languages/javascript/extractor.py.

(class_heritage (_) @base)
(function_declaration name: (_) @name) @def.function
(method_definition name: (_) @name) @def.function
(variable_declarator name: (_) @name value: (_) @value) @declarator

(formal_parameters (identifier) @name) @variable
(formal_parameters (object_pattern (shorthand_property_identifier_pattern) @name)) @variable
(field_definition property: (_) @name value: (_) @value) @variable
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @def.field
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @def.pair
(pair key: (property_identifier) @name value: (object) @value) @def.object
(field_definition value: [(identifier) (member_expression)] @named)
