"""Terraform: what a file declares, and which blocks, files and packages it refers to."""

from pathlib import Path

import pytest

from indexer.facts.extract import extract
from indexer.facts.model import FileFacts
from indexer.resolve.change import Change
from indexer.resolve.changes import concerned
from indexer.types import ParsedFile
from tests.unit.indexer.resolve.graph_samples import edges, graph_of

MAIN = (Path(__file__).parent / "samples" / "main.tf").read_text(encoding="utf-8")
NETWORK = """variable "cidr" {}
output "subnets" { value = var.cidr }
"""
PROJECT = {
    "infra/main.tf": MAIN,
    "infra/modules/network/main.tf": NETWORK,
    "infra/eu.tfvars": 'region = "eu-west-1"\n',
    "other/main.tf": 'variable "region" {}\noutput "name" { value = local.name }\n',
}


def facts_of(text: str, path: str = "infra/main.tf") -> FileFacts:
    return extract(ParsedFile(path, "terraform", text, "utf-8", ""))


def test_each_block_is_a_definition_with_its_address() -> None:
    definitions = [
        f"{each.kind} {each.qualname} {each.start_line}-{each.end_line}" for each in facts_of(MAIN).definitions
    ]
    assert definitions == [
        "provider provider.aws.west 7-10",
        "variable var.region 12-15",
        "local local.name 18-18",
        "local local.tags 19-19",
        "data data.aws_ami.linux 22-24",
        "resource aws_vpc.main 26-28",
        "resource aws_instance.web 30-39",
        "module module.network 41-44",
        "module module.registry 46-49",
        "output output.address 51-53",
    ]


def test_references_lead_to_the_blocks_of_the_same_folder() -> None:
    assert {each for each in edges(graph_of(PROJECT)) if each.startswith("tf:infra#")} == {
        "tf:infra#provider.aws.west references tf:infra#var.region",
        "tf:infra#local.name references tf:infra#var.region",
        "tf:infra#local.tags references tf:infra#local.name",
        "tf:infra#aws_instance.web references tf:infra#provider.aws.west",
        "tf:infra#aws_instance.web references tf:infra#var.region",
        "tf:infra#aws_instance.web references tf:infra#data.aws_ami.linux",
        "tf:infra#aws_instance.web references tf:infra#local.tags",
        "tf:infra#aws_instance.web references tf:infra#aws_vpc.main",
        "tf:infra#aws_instance.web references tf:infra#module.network",
        "tf:infra#aws_instance.web references tf:infra/modules/network#output.subnets",
        "tf:infra#module.network references tf:infra#aws_vpc.main",
        "tf:infra#module.network references tf:infra/modules/network#var.cidr",
        "tf:infra#module.network imports file:infra/modules/network/main.tf",
        "tf:infra#module.registry imports ext:terraform:terraform-aws-modules/vpc/aws",
        "tf:infra#output.address references tf:infra#aws_instance.web",
    }


def test_a_required_provider_is_a_package() -> None:
    assert "file:infra/main.tf imports ext:terraform:hashicorp/aws" in edges(graph_of(PROJECT))


def test_a_file_of_values_refers_to_the_variables_of_its_folder() -> None:
    assert "file:infra/eu.tfvars references tf:infra#var.region" in edges(graph_of(PROJECT))


def test_a_name_of_another_folder_is_not_visible() -> None:
    assert not any(each.startswith("tf:other#") for each in edges(graph_of(PROJECT)))


@pytest.mark.parametrize(
    "source", ["../../outside", "git::https://example.com/network.git", "./missing", "${var.region}"]
)
def test_a_module_outside_of_the_root_gives_no_edge(source: str) -> None:
    graph = graph_of({"main.tf": f'module "network" {{\n  source = "{source}"\n  cidr = 1\n}}\n'})
    assert {each for each in edges(graph) if "imports" in each} == set()


def test_a_module_may_call_the_folder_above() -> None:
    call = 'module "all" {\n  source = "../"\n  size = 1\n}\n'
    files = {"main.tf": 'variable "size" {}\n', "examples/main.tf": call}
    assert edges(graph_of(files)) == {
        "tf:examples#module.all imports file:main.tf",
        "tf:examples#module.all references tf:#var.size",
    }


def test_a_file_that_does_not_parse_gives_what_it_can_and_says_so() -> None:
    facts = facts_of('variable "a" {}\nresource "x" {{{\n')
    assert [each.qualname for each in facts.definitions][:1] == ["var.a"]
    assert facts.problems == ("syntax: parts of the file do not parse as Terraform",)


def test_a_changed_variable_concerns_the_whole_graph() -> None:
    before, after = facts_of('variable "a" {}\n', "a.tf"), facts_of('variable "b" {}\n', "a.tf")
    assert concerned(Change([before], [after], [after], {})) is None
