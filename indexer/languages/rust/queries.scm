; Rust: what indexer/languages/rust/extractor.py reads. The parts are as in csharp.scm.

(use_declaration argument: (_) @source) @import
(mod_item name: (_) @name) @mod

(struct_item name: (_) @name) @def.struct
(enum_item name: (_) @name) @def.enum
(union_item name: (_) @name) @def.union
(trait_item name: (_) @name) @def.trait
(type_item name: (_) @name) @def.type
(impl_item trait: (_)? @value type: (_) @type) @impl
(function_item name: (_) @name return_type: (_)? @type) @def.function
(function_signature_item name: (_) @name return_type: (_)? @type) @def.function
(macro_definition name: (_) @name) @def.macro
(const_item name: (_) @name) @def.constant
(static_item name: (_) @name) @def.constant
(trait_item bounds: (trait_bounds (type_identifier) @base))

(parameter pattern: (identifier) @name type: (_) @type) @variable
(let_declaration pattern: (identifier) @name type: (_)? @type value: (_)? @value) @variable
(field_declaration name: (_) @name type: (_) @type) @variable
(struct_expression name: (_) @type) @new
(type_identifier) @type.use
(scoped_type_identifier) @type.use

(call_expression function: (identifier) @name arguments: (_) @arguments) @call
(call_expression function: (field_expression value: (_) @receiver field: (_) @name) arguments: (_) @arguments) @call
(call_expression function: (scoped_identifier path: (_) @receiver name: (_) @name) arguments: (_) @arguments) @call
(macro_invocation macro: (_) @name) @macro
(token_tree (identifier) @token.call . (token_tree) @arguments)
[(string_literal) (raw_string_literal)] @string
