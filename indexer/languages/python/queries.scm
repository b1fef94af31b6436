; Python: what indexer/languages/python/extractor.py reads. One capture names the pattern; the parts are as in csharp.scm.

(import_statement) @import
(import_from_statement) @import.from
(future_import_statement) @import.future

(class_definition name: (identifier) @name) @def.class
(function_definition name: (identifier) @name parameters: (_) @parameters) @def.function
(decorator (_) @value) @attribute
(assignment
  left: [(identifier) @name (pattern_list (identifier) @name)] right: (_)
  (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @def.constant
(assignment
  left: (identifier) @name type: (type) @type right: (_)
  (#match? @type "(^|\\.)(Final|TypeAlias)($|\\[)") (#not-match? @name "^_*[A-Z][A-Z0-9_]*$")) @def.constant
(assignment left: (identifier) @name right: [(subscript) (call)] @value (#match? @value "\\b(Depends|Security)\\("))
  @def.dependency

(typed_parameter type: (type) @type) @variable.parameter
(typed_default_parameter name: (identifier) @name type: (type) @type) @variable.parameter
(assignment left: (identifier) @name) @variable
(assignment left: (attribute object: (identifier) @receiver attribute: (identifier) @name)) @variable.member
[(pattern_list (identifier) @name)
 (tuple_pattern (identifier) @name)
 (list_pattern (identifier) @name)
 (list_splat_pattern (identifier) @name)
 (except_clause value: (as_pattern alias: (as_pattern_target (identifier) @name)))] @variable.bound
(named_expression name: (identifier) @name value: (_) @value) @variable
(for_statement left: [(pattern_list) (tuple_pattern)] @name right: (call) @value) @variable.parts
(for_in_clause left: [(pattern_list) (tuple_pattern)] @name right: (call) @value) @variable.parts
(for_statement left: (identifier) @name right: (_) @value) @variable.element
(for_in_clause left: (identifier) @name right: (_) @value) @variable.element
(with_item value: (as_pattern (_) @value alias: (as_pattern_target (identifier) @name))) @variable.with

((assert_statement
  . (call function: (identifier) @function
    arguments: (argument_list . (identifier) @name . [(identifier) (attribute)] @type .))) @variable.asserted
  (#eq? @function "isinstance"))
((if_statement
  condition: (not_operator argument: (call function: (identifier) @function
    arguments: (argument_list . (identifier) @name . [(identifier) (attribute)] @type .)))
  consequence: (block) @value
  !alternative) @variable.asserted
  (#eq? @function "isinstance"))
; of an if and of an elif
(_
  condition: [
    (call function: (identifier) @function
      arguments: (argument_list . (identifier) @name . [(identifier) (attribute)] @type .))
    (boolean_operator
      left: (call function: (identifier) @function
        arguments: (argument_list . (identifier) @name . [(identifier) (attribute)] @type .))
      operator: "and")]
  consequence: (block) @value) @narrowed

(type) @type.use
(call function: (_) @function arguments: (_) @arguments) @call
[(call arguments: (argument_list [(identifier) (attribute)] @named))
 (keyword_argument value: [(identifier) (attribute)] @named)
 (pair [(identifier) (attribute)] @named)
 (list [(identifier) (attribute)] @named)
 (set [(identifier) (attribute)] @named)
 (tuple [(identifier) (attribute)] @named)
 (expression_list [(identifier) (attribute)] @named)
 (list_splat [(identifier) (attribute)] @named)
 (dictionary_splat [(identifier) (attribute)] @named)
 (assignment right: [(identifier) (attribute)] @named)
 (augmented_assignment right: [(identifier) (attribute)] @named)
 (named_expression value: [(identifier) (attribute)] @named)
 (return_statement [(identifier) (attribute)] @named)
 (yield [(identifier) (attribute)] @named)
 (raise_statement [(identifier) (attribute)] @named)
 (assert_statement [(identifier) (attribute)] @named)
 (default_parameter value: [(identifier) (attribute)] @named)
 (typed_default_parameter value: [(identifier) (attribute)] @named)
 (lambda body: [(identifier) (attribute)] @named)
 (comparison_operator [(identifier) (attribute)] @named)
 (binary_operator [(identifier) (attribute)] @named)
 (boolean_operator [(identifier) (attribute)] @named)
 (not_operator [(identifier) (attribute)] @named)
 (unary_operator [(identifier) (attribute)] @named)
 (parenthesized_expression [(identifier) (attribute)] @named)
 (conditional_expression [(identifier) (attribute)] @named)
 (_ condition: [(identifier) (attribute)] @named consequence: (_))
 (while_statement condition: [(identifier) (attribute)] @named)
 (match_statement subject: [(identifier) (attribute)] @named)
 (class_pattern (dotted_name) @named)
 (for_statement right: [(identifier) (attribute)] @named)
 (for_in_clause right: [(identifier) (attribute)] @named)
 (if_clause [(identifier) (attribute)] @named)
 (list_comprehension body: [(identifier) (attribute)] @named)
 (set_comprehension body: [(identifier) (attribute)] @named)
 (generator_expression body: [(identifier) (attribute)] @named)
 (with_item value: [(identifier) (attribute)] @named)
 (subscript [(identifier) (attribute)] @named)
 (slice [(identifier) (attribute)] @named)
 (interpolation expression: [(identifier) (attribute)] @named)
 (except_clause value: [(identifier) (attribute)] @named)
 (except_clause value: (as_pattern . [(identifier) (attribute)] @named))]
((case_pattern (dotted_name) @named) (#match? @named "\\."))
; what is used by its parts: a constant, or an attribute of a class
((call function: (attribute object: [(identifier) (attribute)] @named))
  (#match? @named "(^|\\.)_*[A-Z][A-Z0-9_]*$|^_*[A-Z]\\w*\\."))
(string) @string
(return_statement (_) @value) @returned
(yield (_)? @value) @yielded
