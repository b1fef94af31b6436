; Elixir: modules, protocols, functions, callbacks and macros, for indexer/languages/outlined.py. All but callbacks are
; calls of macros.

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
