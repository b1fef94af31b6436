import pytest

from indexer.discovery.labels import OWNER_ONLY, labels_of
from indexer.discovery.root_settings import parse_settings


@pytest.mark.parametrize("path", [".dowse.toml", "part/.dowse.toml"])
def test_a_settings_file_is_the_owners_alone(path):
    says = 'tenant = "acme"\ngroups = ["staff"]\ntags = ["open"]\n[[rules]]\nglob = "*.toml"\ngroups = []\n'
    labels = labels_of(path, "toml", parse_settings(says))
    assert (labels.tenant, labels.groups, labels.tags) == (OWNER_ONLY, (OWNER_ONLY,), ())
    other = labels_of("part/other.toml", "toml", parse_settings(says))
    assert (other.tenant, other.groups, other.tags) == ("acme", (), ("open",))


def test_rules_of_an_architecture_are_read_and_a_selector_without_a_kind_is_a_path() -> None:
    settings = parse_settings(
        '[[architecture]]\nfrom = "src/Domain/**"\nmust_not_reach = ["ext:*Ef*", "kind:table"]\n'
    )
    (rule,) = settings.architecture
    assert (rule.sources, rule.forbidden) == (("path:src/Domain/**",), ("ext:*Ef*", "kind:table"))
    assert rule.name == "path:src/Domain/** must not reach ext:*Ef*, kind:table"
    assert not settings.problems


def test_mistakes_in_a_rule_of_an_architecture_are_named_and_lock_nothing() -> None:
    settings = parse_settings('[[architecture]]\nfrom = "table:x"\nto = "y"\n')
    assert settings.problems == (
        "architecture[1].from is 'table:x', which begins with none of path, ext, sql, kind, name",
        "architecture[1].must_not_reach names nothing",
        "architecture[1].to is not known",
    )
    assert (settings.architecture, settings.groups) == ((), ())
