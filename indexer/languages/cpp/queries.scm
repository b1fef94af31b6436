; C++: what indexer/languages/c/extractor.py reads. The parts are as in csharp.scm.

(preproc_include path: (_) @source) @import

(class_specifier name: (_) @name body: (_)) @def.class
(struct_specifier name: (_) @name body: (_)) @def.struct
(union_specifier name: (_) @name body: (_)) @def.union
(enum_specifier name: (_) @name body: (_)) @def.enum
(type_definition type: (_) @type declarator: (_) @name) @typedef
(alias_declaration name: (_) @name type: (_) @type) @def.type
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)
(function_definition type: (_)? @type declarator: (_) @value) @def.function
(preproc_function_def name: (_) @name) @def.macro
(preproc_def name: (_) @value value: (_)) @def.constant
(declaration
  (type_qualifier) @type declarator: (init_declarator) @value
  (#any-of? @type "const" "constexpr")) @def.constant
(field_declaration
  (type_qualifier) @type declarator: (_) @value default_value: (_)
  (#any-of? @type "const" "constexpr")) @def.constant
(field_declaration type: (_) @type declarator: (_) @value default_value: (number_literal)) @def.abstract

(parameter_declaration type: (_) @type declarator: (_) @value) @declared
(field_declaration type: (_) @type declarator: (_) @value) @declared
(declaration type: (_) @type declarator: (_) @value) @declared
(optional_parameter_declaration type: (_) @type declarator: (_) @value) @declared
(for_range_loop type: [(type_identifier) (qualified_identifier) (template_type) (primitive_type)] @type declarator: (_) @value) @declared
(for_range_loop type: (placeholder_type_specifier) @type declarator: (_) @name right: (_) @value) @variable.walked
(new_expression type: (_) @type) @new
(type_identifier) @type.use

(call_expression
  function: [(identifier) @name (template_function name: (identifier) @name)] arguments: (_) @arguments) @call
(call_expression
  function: (field_expression
    argument: (_) @receiver field: [(field_identifier) @name (template_method name: (field_identifier) @name)])
  arguments: (_) @arguments) @call
(call_expression
  function: (field_expression argument: (_) @receiver field: (qualified_identifier name: (_) @name))
  arguments: (_) @arguments) @call
(call_expression function: (qualified_identifier scope: (_) @receiver name: (_) @name) arguments: (_) @arguments) @call
(call_expression
  function: (qualified_identifier !scope name: [(qualified_identifier) (identifier)] @name) arguments: (_) @arguments) @call
[(argument_list [(identifier) (qualified_identifier)] @named)
 (initializer_list [(identifier) (qualified_identifier)] @named)
 (initializer_pair value: [(identifier) (qualified_identifier)] @named)
 (init_declarator value: [(identifier) (qualified_identifier)] @named)
 (assignment_expression right: [(identifier) (qualified_identifier)] @named)
 (return_statement [(identifier) (qualified_identifier)] @named)
 (binary_expression [(identifier) (qualified_identifier)] @named)
 (unary_expression [(identifier) (qualified_identifier)] @named)
 (parenthesized_expression [(identifier) (qualified_identifier)] @named)
 (conditional_expression [(identifier) (qualified_identifier)] @named)
 (cast_expression value: [(identifier) (qualified_identifier)] @named)
 (array_declarator size: [(identifier) (qualified_identifier)] @named)
 (case_statement value: [(identifier) (qualified_identifier)] @named)
 (pointer_expression argument: [(identifier) (qualified_identifier)] @named)
 (enumerator value: [(identifier) (qualified_identifier)] @named)
 (subscript_argument_list [(identifier) (qualified_identifier)] @named)
 (condition_clause value: [(identifier) (qualified_identifier)] @named)
 (field_declaration default_value: [(identifier) (qualified_identifier)] @named)
 (throw_statement [(identifier) (qualified_identifier)] @named)]
(enumerator name: (_) @name) @enumerator
[(string_literal) (raw_string_literal)] @string
