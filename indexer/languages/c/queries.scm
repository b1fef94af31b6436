; C: what indexer/languages/c/extractor.py reads. The parts are as in csharp.scm.

(preproc_include path: (_) @source) @import

(struct_specifier name: (_) @name body: (_)) @def.struct
(union_specifier name: (_) @name body: (_)) @def.union
(enum_specifier name: (_) @name body: (_)) @def.enum
(type_definition declarator: (_) @name) @typedef
(function_definition type: (_) @type declarator: (_) @value) @def.function
(preproc_function_def name: (_) @name) @def.macro
(preproc_def name: (_) @value value: (_)) @def.constant
(declaration
  (type_qualifier) @type declarator: (init_declarator) @value
  (#any-of? @type "const" "constexpr")) @def.constant

(parameter_declaration type: (_) @type declarator: (_) @value) @declared
(field_declaration type: (_) @type declarator: (_) @value) @declared
(declaration type: (_) @type declarator: (_) @value) @declared
(type_identifier) @type.use

(call_expression function: (identifier) @name arguments: (_) @arguments) @call
(call_expression function: (field_expression argument: (_) @receiver field: (_) @name) arguments: (_) @arguments) @call
[(argument_list (identifier) @named)
 (initializer_list (identifier) @named)
 (initializer_pair value: (identifier) @named)
 (init_declarator value: (identifier) @named)
 (assignment_expression right: (identifier) @named)
 (return_statement (identifier) @named)
 (binary_expression (identifier) @named)
 (unary_expression (identifier) @named)
 (parenthesized_expression (identifier) @named)
 (conditional_expression (identifier) @named)
 (cast_expression value: (identifier) @named)
 (array_declarator size: (identifier) @named)
 (case_statement value: (identifier) @named)
 (pointer_expression argument: (identifier) @named)
 (enumerator value: (identifier) @named)
 (subscript_expression index: (identifier) @named)]
(enumerator name: (_) @name) @enumerator
(string_literal) @string
