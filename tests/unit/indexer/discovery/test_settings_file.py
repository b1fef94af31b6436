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
