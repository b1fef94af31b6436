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
 (named_expression name: (identifier) @name)
 (except_clause value: (as_pattern alias: (as_pattern_target (identifier) @name)))] @variable.bound
(for_statement left: (identifier) @name right: (_) @value) @variable.element
(for_in_clause left: (identifier) @name right: (_) @value) @variable.element
(with_item value: (as_pattern (_) @value alias: (as_pattern_target (identifier) @name))) @variable.with

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
 (pair value: [(identifier) (attribute)] @named)
 (list [(identifier) (attribute)] @named)
 (tuple [(identifier) (attribute)] @named)
 (assignment right: [(identifier) (attribute)] @named)
 (return_statement [(identifier) (attribute)] @named)
 (default_parameter value: [(identifier) (attribute)] @named)
 (conditional_expression [(identifier) (attribute)] @named)]
(string) @string
