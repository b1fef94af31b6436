# Writes which methods of a folder a run of its tests calls, and from where: ruby tracer.rb FILES.
#
# TRACE_ROOT is the folder, TRACE_OUTPUT the file. Lines, parts divided by tabs:
#   site   path  line  name               a call of a method of that name, wherever it is defined
#   call   path  line  name  path  line   one of a method that the folder defines, and where its `def` stands
#   above  path  line  name  path  line  name   a method that was called, and one that it overrides
#
# Files that cannot be read without a gem are left out.

# Gems are those of the system: Bundler would ask for all that a Gemfile names.
$LOADED_FEATURES << File.join(RbConfig::CONFIG["rubylibdir"], "bundler/setup.rb")

TRACE_ROOT = File.join(File.realpath(ENV.fetch("TRACE_ROOT")), "")
TRACE_SITES = {}
TRACE_CALLS = {}
TRACE_ABOVE = {}
TRACE_METHODS = {}

# Returns the place of a method of the folder, and notes those above it; nil for any other.
def TRACE_METHODS.place(owner, name)
  fetch([owner, name]) do |key|
    method = owner.instance_method(name)
    path, line = method.source_location
    self[key] = (path && path.start_with?(TRACE_ROOT)) ? [path, line] : nil
  rescue NameError
    self[key] = nil
  end
end

# Notes the methods above the one that an object was called by.
def TRACE_ABOVE.note(object, name, place)
  kind = Kernel.instance_method(:singleton_class).bind_call(object) rescue return
  key = [kind.singleton_class? && !(Module === object) ? Kernel.instance_method(:class).bind_call(object) : kind, name]
  return if key?(key)
  self[key] = above = []
  method = Kernel.instance_method(:method).bind_call(object, name).super_method rescue return
  while method && above.size < 20
    path, line = method.source_location
    above << [place, name, [path, line], name] if path && path.start_with?(TRACE_ROOT)
    method = method.super_method
  end
end

TRACE_POINT = TracePoint.new(:call, :c_call) do |point|
  if point.event == :c_call
    path, line = point.path, point.lineno
  else
    place = caller_locations(2, 1)&.first
    path, line = place&.absolute_path || place&.path, place&.lineno
  end
  if path&.start_with?(TRACE_ROOT)
    name = point.callee_id
    TRACE_SITES[[path, line, name]] = true
    target = TRACE_METHODS.place(point.defined_class, name) if point.defined_class
    if target
      TRACE_CALLS[[path, line, name, *target]] = true
      TRACE_ABOVE.note(point.self, name, target)
    end
  end
end

TRACE_PROCESS = Process.pid

# Handlers run in reverse order, so that this one comes after the tests, which minitest runs in one of its own.
at_exit do
  TRACE_POINT.disable
  next if Process.pid != TRACE_PROCESS
  File.open(ENV.fetch("TRACE_OUTPUT"), "w") do |output|
    TRACE_SITES.each_key { |site| output.puts(["site", *site].join("\t")) }
    TRACE_CALLS.each_key { |call| output.puts(["call", *call].join("\t")) }
    TRACE_ABOVE.values.flatten(1).uniq.each { |pair| output.puts(["above", *pair.flatten].join("\t")) }
  end
end
TRACE_POINT.enable

ARGV.each do |path|
  require path
rescue LoadError, StandardError => error
  warn("left out #{path}: #{error.message}")
end
ARGV.clear
