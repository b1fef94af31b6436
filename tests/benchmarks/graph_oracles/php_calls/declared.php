<?php
// Read before a repository's tests (auto_prepend_file): finds its classes, and writes at the end where methods are.
//
// TRACE_ROOT is the repository's folder, TRACE_DECLARED the file. Lines, parts divided by tabs:
//   method  name as a trace of Xdebug has it  path  line
//   above   path  line  name  path  line  name    a method, and one that it overrides
//
// Classes are found as composer.json says, others in the include path by their full names.

(static function (): void {
    $root = getenv('TRACE_ROOT');
    $composer = json_decode(file_get_contents("$root/composer.json"), true);
    $folders = [];
    foreach (['autoload', 'autoload-dev'] as $part) {
        foreach ($composer[$part]['psr-4'] ?? [] as $prefix => $paths) {
            foreach ((array) $paths as $path) {
                $folders[] = [$prefix, "$root/" . trim($path, '/')];
            }
        }
    }
    spl_autoload_register(static function (string $class) use ($folders): void {
        foreach ($folders as [$prefix, $folder]) {
            $path = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
            if (str_starts_with($class, $prefix) && is_file($path)) {
                require_once $path;
                return;
            }
        }
        $path = stream_resolve_include_path(strtr($class, '\\', '/') . '.php');
        if ($path !== false) {
            require_once $path;
        }
    }, true, true);
    foreach (['autoload', 'autoload-dev'] as $part) {
        foreach ($composer[$part]['files'] ?? [] as $path) {
            require_once "$root/$path";
        }
    }
    register_shutdown_function(static function () use ($root): void {
        $output = fopen(getenv('TRACE_DECLARED'), 'w');
        $write = static fn (...$parts) => fwrite($output, implode("\t", $parts) . "\n");
        $isOwn = static fn ($each) => str_starts_with((string) $each->getFileName(), "$root/");
        foreach (get_defined_functions()['user'] as $name) {
            $function = new ReflectionFunction($name);
            $isOwn($function) && $write('method', $function->getName(), $function->getFileName(), $function->getStartLine());
        }
        foreach ([...get_declared_classes(), ...get_declared_traits(), ...get_declared_interfaces()] as $name) {
            $class = new ReflectionClass($name);
            foreach ($class->getMethods() as $method) {
                if ($method->class !== $class->getName() || !$isOwn($method)) {
                    continue;
                }
                $place = [$method->getFileName(), $method->getStartLine()];
                $write('method', $class->getName() . ($method->isStatic() ? '::' : '->') . $method->getName(), ...$place);
                foreach ([...class_parents($name), ...class_implements($name)] as $above) {
                    $other = method_exists($above, $method->getName()) ? new ReflectionMethod($above, $method->getName()) : null;
                    if ($other !== null && $isOwn($other)) {
                        $write('above', ...$place, ...[$method->getName(), $other->getFileName(), $other->getStartLine(), $other->getName()]);
                    }
                }
            }
        }
    });
})();
