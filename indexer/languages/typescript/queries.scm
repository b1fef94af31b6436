; TypeScript and TSX: what they add to ecmascript/queries.scm, for indexer/languages/javascript/typescript.py.

(abstract_class_declaration name: (_) @name) @def.class
(interface_declaration name: (_) @name) @def.interface
(enum_declaration name: (_) @name) @def.enum
(type_alias_declaration name: (_) @name value: (_) @type) @def.type
(internal_module name: (identifier) @name) @def.namespace
(extends_clause value: (_) @base)
(implements_clause (_) @base)
(extends_type_clause type: (_) @base)
(function_declaration name: (_) @name return_type: (_)? @type) @def.function
(function_signature name: (_) @name return_type: (_)? @type) @def.function
(method_definition name: (_) @name return_type: (_)? @type) @def.function
(abstract_method_signature name: (_) @name return_type: (_)? @type) @def.function
(method_signature name: (_) @name return_type: (_)? @type) @def.function
(variable_declarator name: (_) @name type: (_)? @type value: (_) @value) @declarator

(variable_declarator name: (identifier) @name type: (_) @type !value) @variable
(required_parameter pattern: (object_pattern) type: (_)? @type) @variable
(required_parameter pattern: (identifier) @name type: (_)? @type) @variable
(optional_parameter pattern: (identifier) @name type: (_)? @type) @variable
(public_field_definition name: (_) @name type: (_)? @type value: (_)? @value) @variable
(public_field_definition
  name: (_) @name
  value: [(arrow_function return_type: (_)? @type) (function_expression return_type: (_)? @type)]) @def.field
(pair
  key: (property_identifier) @name
  value: [(arrow_function return_type: (_)? @type) (function_expression return_type: (_)? @type) (generator_function)]) @def.pair
(pair key: (property_identifier) @name value: (object) @value) @def.object
(property_signature name: (_) @name type: (_) @type) @variable
[(type_identifier) (nested_type_identifier)] @type.use
[(as_expression . [(identifier) (member_expression)] @named)
 (satisfies_expression . [(identifier) (member_expression)] @named)
 (required_parameter value: [(identifier) (member_expression)] @named)
 (public_field_definition value: [(identifier) (member_expression)] @named)]
; the grammar takes ``await shop.find<Item>(id)`` for a call of what was awaited, and likewise ``!`` and ``+``
(call_expression
  function: [
    (await_expression (identifier) @name)
    (unary_expression argument: (identifier) @name)
    (binary_expression right: (identifier) @name)]
  arguments: (_) @arguments) @call
(call_expression
  function: [
    (await_expression (member_expression object: (_) @receiver property: (_) @name))
    (unary_expression argument: (member_expression object: (_) @receiver property: (_) @name))
    (binary_expression right: (member_expression object: (_) @receiver property: (_) @name))]
  arguments: (_) @arguments) @call
