"""Classes of libraries of Ruby that programs add methods to, and what such a class has methods of."""

TESTS_OF_UNIT = ("Minitest.Test", "Minitest.Assertions")
TESTS_OF_RAILS = ("ActiveSupport.TestCase", "ActiveSupport.Testing.Assertions", *TESTS_OF_UNIT)

ABOVE: dict[str, tuple[str, ...]] = {
    "Minitest.Test": TESTS_OF_UNIT[1:],
    "MiniTest.Test": TESTS_OF_UNIT,
    "Minitest.Spec": TESTS_OF_UNIT,
    "MiniTest.Spec": ("Minitest.Spec", *TESTS_OF_UNIT),
    "Test.Unit.TestCase": ("Test.Unit.Assertions",),
    "ActiveSupport.TestCase": TESTS_OF_RAILS[1:],
    "ActionController.TestCase": TESTS_OF_RAILS,
    "ActionDispatch.IntegrationTest": TESTS_OF_RAILS,
    "ActionMailer.TestCase": TESTS_OF_RAILS,
    "ActionView.TestCase": TESTS_OF_RAILS,
    "ActiveJob.TestCase": TESTS_OF_RAILS,
}
"""Class of a library -> those that it has methods of, in the order in which they are searched."""

EVERY = ("Object", "Kernel")
"""What every class has methods of."""

EXAMPLES = "RSpec.Core.ExampleGroup"
"""Class of the blocks of RSpec, which modules are mixed into by its configuration."""

DESCRIBED = ("Minitest.Spec", EXAMPLES)
"""Classes of whose objects the blocks of a test are that stand in no class."""
