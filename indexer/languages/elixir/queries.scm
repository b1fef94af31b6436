; Elixir: what indexer/languages/elixir/extractor.py reads. All but callbacks and attributes are calls of macros. The
; definitions are those that indexer/languages/outlined.py reads of many languages.

(unary_operator operator: "@") @def.note
(call target: (identifier) @function (arguments . (alias) @name)
  (#any-of? @function "defmodule" "defprotocol" "defimpl")) @def.module
(call target: (identifier) @function (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")])
  (#any-of? @function "def" "defp" "defdelegate" "defguard" "defguardp" "defn")) @def.function
(call target: (identifier) @function (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name) operator: "when")])
  (#any-of? @function "defmacro" "defmacrop")) @def.macro
(unary_operator operand: (call target: (identifier) @function
  (arguments . [
    (binary_operator left: (call target: (identifier) @name))
    (binary_operator left: (binary_operator left: (call target: (identifier) @name)) operator: "when")]))
  (#any-of? @function "callback" "macrocallback")) @def.function

(do_block) @block
(binary_operator) @operated
(unary_operator operator: "&" operand: (binary_operator left: (_) @name operator: "/" right: (integer) @value)) @named
(tuple . [(alias) (identifier) (dot) (atom)] . [(atom) (string) (keywords) (tuple)]) @tuple
(call) @call
(dot left: (identifier) right: (alias)) @type.use
(alias) @type.use
(string) @string
(sigil (sigil_name) @name) @template
