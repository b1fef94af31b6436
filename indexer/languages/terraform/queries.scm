; Captures for indexer/languages/terraform/extractor.py.

(config_file (body (block) @def.block))

(config_file (body (block
  . (identifier) @type
  (body (attribute (identifier) @name) @def.local)))
  (#eq? @type "locals"))

(config_file (body (attribute (identifier) @name) @assignment))

(variable_expr) @reference
