; Bash and other shells: functions, for indexer/facts/outlined.py.

(function_definition name: (_) @name) @def.function
