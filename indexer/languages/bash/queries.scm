; Bash and other shells: functions, commands and variables, for indexer/languages/bash/extractor.py.

(function_definition name: (_) @name) @def.function

(command) @call
(declaration_command) @declared
(variable_assignment) @assigned
(for_statement) @loop
[(string) (raw_string) (heredoc_body)] @string
