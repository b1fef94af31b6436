; Bash and other shells: functions, for indexer/languages/outlined.py.

(function_definition name: (_) @name) @def.function
