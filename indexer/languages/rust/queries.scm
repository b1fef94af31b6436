; Rust: what indexer/languages/rust/extractor.py reads. The parts are as in csharp.scm.

(use_declaration argument: (_) @source) @import
(mod_item name: (_) @name) @mod

(struct_item name: (_) @name) @def.struct
(enum_item name: (_) @name) @def.enum
(union_item name: (_) @name) @def.union
(trait_item name: (_) @name) @def.trait
(type_item name: (_) @name type: (_)? @type) @def.type
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
(enum_variant name: (_) @name body: (_)? @value) @variable.variant
(struct_item body: (ordered_field_declaration_list) @variable.tuple)
(for_expression pattern: (identifier) @name value: (_) @value) @variable.element
(for_expression
  pattern: (tuple_pattern . (_) . (identifier) @name .)
  value: (call_expression function: (field_expression value: (_) @value field: (field_identifier) @function))
  (#eq? @function "enumerate")) @variable.element
(call_expression
  function: (field_expression value: (_) @value field: (field_identifier) @function)
  arguments: (arguments . (closure_expression
    parameters: (closure_parameters . [(identifier) @name (reference_pattern (identifier) @name)] .) @variable.element))
  (#any-of? @function "all" "and_then" "any" "dedup_by_key" "filter" "filter_map" "find" "find_map" "flat_map" "for_each"
    "inspect" "is_none_or" "is_ok_and" "is_some_and" "map" "map_while" "max_by_key" "min_by_key" "partition" "position"
    "retain" "retain_mut" "rposition" "skip_while" "sort_by_cached_key" "sort_by_key" "sort_unstable_by_key" "take_while"
    "try_for_each"))
(call_expression
  function: (field_expression value: (_) @value field: (field_identifier) @function)
  arguments: (arguments . (_) . (closure_expression
    parameters: (closure_parameters . [(identifier) @name (reference_pattern (identifier) @name)] .) @variable.element))
  (#any-of? @function "map_or" "map_or_else"))
(call_expression
  function: (field_expression value: (_) @value field: (field_identifier) @function)
  arguments: (arguments . (_) . (closure_expression
    parameters: (closure_parameters . (_) . [(identifier) @name (reference_pattern (identifier) @name)] .) @variable.element))
  (#any-of? @function "fold" "try_fold"))
(call_expression
  function: (field_expression value: (_) @value field: (field_identifier) @function)
  arguments: (arguments . (closure_expression
    parameters: (closure_parameters . [(identifier) @name (reference_pattern (identifier) @name)] . (_) .) @variable.element))
  (#any-of? @function "dedup_by" "max_by" "min_by" "sort_by" "sort_unstable_by"))
(call_expression
  function: (field_expression value: (_) @value field: (field_identifier) @function)
  arguments: (arguments . (closure_expression
    parameters: (closure_parameters . (_) . [(identifier) @name (reference_pattern (identifier) @name)] .) @variable.element))
  (#any-of? @function "dedup_by" "max_by" "min_by" "sort_by" "sort_unstable_by"))
(struct_expression name: (_) @type) @new
(type_identifier) @type.use
(scoped_type_identifier) @type.use

(call_expression
  function: [(identifier) @name (generic_function function: (identifier) @name)] arguments: (_) @arguments) @call
(call_expression
  function: [(field_expression value: (_) @receiver field: (_) @name)
    (generic_function function: (field_expression value: (_) @receiver field: (_) @name))]
  arguments: (_) @arguments) @call
(call_expression
  function: [(scoped_identifier path: (_) @receiver name: (_) @name)
    (generic_function function: (scoped_identifier path: (_) @receiver name: (_) @name))]
  arguments: (_) @arguments) @call
(macro_invocation macro: (_) @name) @macro
(token_tree (identifier) @token.call . (token_tree) @arguments)
; Names of values: of a function too where one may be handed over, else of a constant or a variant.
[(arguments [(identifier) (scoped_identifier)] @named)
 (field_initializer value: [(identifier) (scoped_identifier)] @named)
 (shorthand_field_initializer (identifier) @named)
 (let_declaration value: [(identifier) (scoped_identifier)] @named)
 (const_item value: [(identifier) (scoped_identifier)] @named)
 (static_item value: [(identifier) (scoped_identifier)] @named)
 (assignment_expression right: [(identifier) (scoped_identifier)] @named)
 (array_expression [(identifier) (scoped_identifier)] @named)
 (tuple_expression [(identifier) (scoped_identifier)] @named)
 (reference_expression value: [(identifier) (scoped_identifier)] @named)
 (type_cast_expression value: [(identifier) (scoped_identifier)] @named)
 (return_expression [(identifier) (scoped_identifier)] @named)
 (match_arm value: [(identifier) (scoped_identifier)] @named)
 (closure_expression body: [(identifier) (scoped_identifier)] @named)
 (block [(identifier) (scoped_identifier)] @named .)]
([(binary_expression [(identifier) (scoped_identifier)] @named)
  (unary_expression [(identifier) (scoped_identifier)] @named)
  (parenthesized_expression [(identifier) (scoped_identifier)] @named)
  (index_expression [(identifier) (scoped_identifier)] @named)
  (range_expression [(identifier) (scoped_identifier)] @named)
  (try_expression [(identifier) (scoped_identifier)] @named)
  (break_expression [(identifier) (scoped_identifier)] @named)
  (compound_assignment_expr right: [(identifier) (scoped_identifier)] @named)
  (base_field_initializer [(identifier) (scoped_identifier)] @named)
  (field_expression value: [(identifier) (scoped_identifier)] @named)
  (array_type length: [(identifier) (scoped_identifier)] @named)
  (if_expression condition: [(identifier) (scoped_identifier)] @named)
  (match_expression value: [(identifier) (scoped_identifier)] @named)
  (for_expression value: [(identifier) (scoped_identifier)] @named)
  (let_condition pattern: [(identifier) (scoped_identifier)] @named)
  (let_condition value: [(identifier) (scoped_identifier)] @named)
  (match_pattern [(identifier) (scoped_identifier)] @named)
  (or_pattern [(identifier) (scoped_identifier)] @named)
  (captured_pattern (identifier) [(identifier) (scoped_identifier)] @named)
  (range_pattern [(identifier) (scoped_identifier)] @named)
  (reference_pattern [(identifier) (scoped_identifier)] @named)
  (tuple_pattern [(identifier) (scoped_identifier)] @named)
  (slice_pattern [(identifier) (scoped_identifier)] @named)
  (tuple_struct_pattern [(identifier) (scoped_identifier)] @named)
  (field_pattern pattern: [(identifier) (scoped_identifier)] @named)]
 (#match? @named "(^|::)[A-Z][A-Za-z0-9_]*$"))
((call_expression function: (scoped_identifier) @named)
 (#match? @named "(^|::)[A-Z][A-Za-z0-9_]*::[A-Z][A-Za-z0-9_]*$"))
((token_tree (identifier) @token.value) (#match? @token.value "^[A-Z]"))

; Names that a pattern binds.
([(tuple_pattern (identifier) @binding)
  (slice_pattern (identifier) @binding)
  (reference_pattern (identifier) @binding)
  (ref_pattern (identifier) @binding)
  (mut_pattern (identifier) @binding)
  (or_pattern (identifier) @binding)
  (captured_pattern . (identifier) @binding)
  (match_pattern . (identifier) @binding)
  (tuple_struct_pattern type: (_) (identifier) @binding)
  (field_pattern name: (shorthand_field_identifier) @binding)
  (field_pattern pattern: (identifier) @binding)
  (let_condition pattern: (identifier) @binding)
  (for_expression pattern: (identifier) @binding)
  (closure_parameters (identifier) @binding)]
 (#match? @binding "^[a-z_]"))
[(string_literal) (raw_string_literal)] @string
