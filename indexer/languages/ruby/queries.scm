; Ruby: what indexer/languages/ruby/extractor.py reads. The parts are as in csharp.scm.

(module name: (_) @name) @def.module
(class name: (_) @name superclass: (superclass (_) @type)?) @def.class
(singleton_class value: (self)) @def.singleton
(method name: (_) @name) @def.method
(singleton_method object: (_) @receiver name: (_) @name) @def.method
(assignment left: (constant) @name right: (_) @value) @def.constant
(assignment left: (left_assignment_list (constant) @name)) @def.constant
(alias name: (_) @name alias: (_) @value) @def.alias
(call !receiver method: (identifier) @function arguments: (argument_list) @arguments
  (#any-of? @function "attr_reader" "attr_writer" "attr_accessor" "define_method" "alias_method" "scope" "delegate"
    "has_many" "has_one" "belongs_to" "has_and_belongs_to_many")) @def.declared
(call receiver: (constant) @name method: (identifier) @function block: (_) @value
  (#any-of? @name "Class" "Data" "Module" "Struct") (#any-of? @function "define" "new")) @def.unnamed
(call !receiver method: (identifier) @function !arguments block: (_) (#eq? @function "class_methods")) @def.concern

(assignment left: (_) @name right: (_) @value) @variable
(operator_assignment left: (_) @name right: (_) @value) @variable
(exception_variable (identifier) @name) @bound
(for pattern: (_) @name) @bound
(method_parameters) @taken
(block_parameters) @taken
(lambda_parameters) @taken
(return) @returned
(call) @call
(super) @super
(identifier) @called
[(constant) (scope_resolution)] @path
(rescue exceptions: (exceptions [(constant) (scope_resolution)] @type)) @type.use
(when pattern: (pattern [(constant) (scope_resolution)] @type)) @type.use
[(string) (heredoc_body)] @string
