"""PowerShell: which scripts and modules a file loads, and what its commands and methods lead to."""

import pytest

from indexer.facts.extract import extract
from tests.unit.indexer.resolve.graph_samples import edges, graph_of, parsed

CART = """
class Item { [void] Sell([int] $count) {} }
class Basket { [Item] First() { return $null } }
class Cart : Basket {
    [Item] $Item
    [Item[]] $Items
    Cart() {}
    static [Cart] Load([string] $path) { return $null }
    [void] Clear() { $this.Item.Sell(1); $this.Fill() }
    [void] Fill() {}
}
function Get-Cart([Cart] $cart, [Cart[]] $all) {
BODY
}
function Clear-Cart {}
"""

CASES = {
    "$c = [Cart]::new(); $c.Fill()": {"instantiates Cart", "calls Cart.Fill", "calls Cart.Cart"},
    "$c = New-Object Cart; $c.Fill()": {"instantiates Cart", "calls Cart.Fill", "calls Cart.Cart"},
    "$c = New-Object -TypeName Cart -ArgumentList 1": {"instantiates Cart", "calls Cart.Cart"},
    "$CART.Fill()": {"calls Cart.Fill"},
    "$cart.Item.Sell(1)": {"calls Item.Sell"},
    "[Cart]::Load('a').Fill()": {"calls Cart.Load", "calls Cart.Fill"},
    "$c = [Cart]::Load('a'); $c.First().Sell(2)": {"calls Cart.Load", "calls Basket.First", "calls Item.Sell"},
    "foreach ($each in $all) { $each.Fill() }": {"calls Cart.Fill"},
    "([Cart] $x).Fill()": {"calls Cart.Fill"},
    "[Cart] $x = Read-Cart; $x.Fill()": {"calls Cart.Fill"},
    "Clear-Cart | Where-Object { Get-Cart $_ }": {"calls Clear-Cart"},
    "Mock Clear-Cart { }": {"references Clear-Cart"},
    "Start-Job -ScriptBlock ${function:Clear-Cart}": {"references Clear-Cart"},
    "script:Clear-Cart; Shop\\Clear-Cart": {"calls Clear-Cart"},
    "Write-Host 'Clear-Cart'; $clear.Fill(); [Other]::Fill()": set(),
}


@pytest.mark.parametrize("body", CASES)
def test_a_function_depends_on_what_types_and_names_lead_to(body: str) -> None:
    graph = edges(graph_of({"cart.ps1": CART.replace("BODY", body)}))
    own = "ps:cart.ps1#Get-Cart "
    led = {each.removeprefix(own).replace("ps:cart.ps1#", "") for each in graph if each.startswith(own)}
    assert led - {"references Cart"} == CASES[body]


def test_methods_depend_on_those_of_their_class_and_of_its_properties() -> None:
    graph = edges(graph_of({"cart.ps1": CART}))
    assert {
        "ps:cart.ps1#Cart.Clear calls ps:cart.ps1#Cart.Fill",
        "ps:cart.ps1#Cart.Clear calls ps:cart.ps1#Item.Sell",
        "ps:cart.ps1#Cart inherits ps:cart.ps1#Basket",
    } <= graph


LOADING = [
    '. "$PSScriptRoot\\lib\\cart.ps1"',
    ". $PSScriptRoot/lib/cart.ps1",
    ". .\\lib\\cart.ps1",
    ". (Join-Path $PSScriptRoot 'lib\\cart.ps1')",
    '. (Join-Path -Path $PSScriptRoot -ChildPath "lib/cart.ps1")',
    '. "$(Split-Path -Parent $MyInvocation.MyCommand.Path)\\lib\\cart.ps1"',
    '. "$here\\cart.ps1"',
    ". ${home}/LIB/Cart.ps1",
]


@pytest.mark.parametrize("line", LOADING)
def test_a_script_sees_the_functions_of_one_that_it_loads(line: str) -> None:
    files = {"lib/cart.ps1": "function Get-Cart {}", "run.ps1": f"{line}\nGet-Cart"}
    assert edges(graph_of(files)) == {
        "file:run.ps1 imports file:lib/cart.ps1",
        "file:run.ps1 calls ps:lib/cart.ps1#Get-Cart",
    }


@pytest.mark.parametrize("line", ["& $PSScriptRoot\\lib\\cart.ps1 -All", ".\\lib\\cart.ps1 1", "lib/cart.ps1"])
def test_functions_of_a_script_that_runs_on_its_own_are_not_seen(line: str) -> None:
    files = {"lib/cart.ps1": "function Get-Cart {}", "run.ps1": f"{line}\nGet-Cart"}
    assert edges(graph_of(files)) == {"file:run.ps1 imports file:lib/cart.ps1"}


@pytest.mark.parametrize("path", ["$x", "$x.FullName", '"$name.ps1"', "(Get-It)", "{ Get-It }", "'a*.ps1'"])
def test_a_script_whose_path_is_not_known_is_none(path: str) -> None:
    files = {"a.ps1": "function Get-Cart {}", "run.ps1": f". {path}\nGet-Cart"}
    assert edges(graph_of(files)) == set()


def test_scripts_that_another_one_loads_together_see_each_other() -> None:
    files = {
        "run.ps1": ". ./log.ps1\n. ./cart.ps1",
        "log.ps1": "function Write-Log {}",
        "cart.ps1": "function Get-Cart { Write-Log }",
        "alone.ps1": "function Get-Other { Write-Log }",
    }
    graph = edges(graph_of(files))
    assert "ps:cart.ps1#Get-Cart calls ps:log.ps1#Write-Log" in graph
    assert not {each for each in graph if each.startswith("ps:alone.ps1")}


def test_a_name_that_two_loaded_scripts_define_leads_nowhere() -> None:
    files = {
        "run.ps1": ". ./a.ps1\n. ./b.ps1\nGet-Cart",
        "a.ps1": "function Get-Cart {}",
        "b.ps1": "function Get-Cart {}",
    }
    assert not {each for each in edges(graph_of(files)) if " calls " in each}


MODULE = {
    "Shop/Shop.psm1": "foreach ($file in Get-ChildItem $PSScriptRoot -Recurse) { . $file.FullName }",
    "Shop/Shop.psd1": "@{ RootModule = 'Shop.psm1'; FunctionsToExport = @('Get-Cart') }",
    "Shop/public/Get-Cart.ps1": "function Get-Cart { Read-Cart }",
    "Shop/private/Read-Cart.ps1": "function Read-Cart {}",
    "Shop/tests/Get-Cart.Tests.ps1": "function Read-Cart {}\nDescribe 'x' { It 'y' { Get-Cart } }",
}


@pytest.mark.parametrize(
    "line", ["Import-Module Shop", "using module ./Shop/Shop.psd1", "Import-Module -Name $here\\Shop -Force"]
)
def test_files_that_a_module_loads_are_together_in_it(line: str) -> None:
    graph = edges(graph_of({**MODULE, "run.ps1": f"{line}\nGet-Cart"}))
    assert {
        "ps:Shop/public/Get-Cart.ps1#Get-Cart calls ps:Shop/private/Read-Cart.ps1#Read-Cart",
        "file:Shop/Shop.psd1 references ps:Shop/public/Get-Cart.ps1#Get-Cart",
        "file:Shop/tests/Get-Cart.Tests.ps1 calls ps:Shop/public/Get-Cart.ps1#Get-Cart",
        "file:run.ps1 imports ps:Shop",
        "file:run.ps1 calls ps:Shop/public/Get-Cart.ps1#Get-Cart",
    } <= graph


def test_a_module_that_names_what_it_loads_is_its_file() -> None:
    files = {
        "Shop/Shop.psm1": ". $PSScriptRoot/cart.ps1\nfunction Get-Shop { Get-Cart }",
        "Shop/cart.ps1": "function Get-Cart {}",
        "Shop/other.ps1": "function Get-Other { Get-Shop }",
        "run.ps1": "Import-Module ./Shop/Shop.psm1\nGet-Cart",
    }
    graph = edges(graph_of(files))
    assert "file:run.ps1 calls ps:Shop/cart.ps1#Get-Cart" in graph
    assert "ps:Shop/Shop.psm1#Get-Shop calls ps:Shop/cart.ps1#Get-Cart" in graph
    assert not {each for each in graph if each.startswith("ps:Shop/other.ps1")}


def test_a_test_sees_the_script_of_its_name() -> None:
    files = {
        "src/cart.ps1": "function Get-Cart {}",
        "tests/Cart.Tests.ps1": "BeforeAll { . $PSCommandPath.Replace('x', 'y') }\nDescribe 'c' { Get-Cart }",
    }
    assert "file:tests/Cart.Tests.ps1 calls ps:src/cart.ps1#Get-Cart" in edges(graph_of(files))


def test_a_module_of_the_gallery_is_a_package_outside() -> None:
    assert edges(graph_of({"run.ps1": "Import-Module SqlServer\nImport-Module Az.Accounts"})) == {
        "file:run.ps1 imports ext:powershell:SqlServer",
        "file:run.ps1 imports ext:powershell:Az.Accounts",
    }


@pytest.mark.parametrize(
    "statement",
    [
        "Invoke-Sqlcmd -Query 'SELECT Id FROM dbo.Carts'",
        'Invoke-Sqlcmd -Query "SELECT Id FROM dbo.Carts WHERE Id = $id AND Name = $($a.Name)"',
        '$query = @"\nSELECT Id\nFROM dbo.Carts\nWHERE Id = $id\n"@',
        "$query = @'\nSELECT Id FROM dbo.Carts\n'@",
    ],
)
def test_statements_in_strings_read_tables(statement: str) -> None:
    files = {"run.ps1": f"function Get-Cart {{\n{statement}\n}}", "a.sql": "CREATE TABLE dbo.Carts (Id int);"}
    assert "ps:run.ps1#Get-Cart reads_table sql:dbo.carts" in edges(graph_of(files))


def test_a_table_whose_name_a_variable_has_is_none() -> None:
    facts = extract(parsed("run.ps1", 'function Get-Cart { Invoke-Sqlcmd "SELECT * FROM $table WHERE a = 1" }'))
    assert all("$" not in each.name and "{" in each.name for each in facts.sql)


@pytest.mark.parametrize("value", ["$a/[math]::Sqrt(2)", "$a/-1", "$a/2", "$a/.5", "$a/$b", "$a / $b"])
def test_a_division_stays_one(value: str) -> None:
    facts = extract(parsed("a.ps1", f"function Get-Cart {{ $x = {value}; Get-Item }}"))
    assert facts.problems == ()
    assert [each.name for each in facts.calls if each.shape == "bare"] == ["Get-Item"]


def test_blank_lines_of_a_manifest_are_read_in_linear_time() -> None:
    assert extract(parsed("a.psd1", "\n" * 200_000)).imports == ()


def test_a_deep_and_a_long_line_are_read_to_their_ends() -> None:
    deep = f"$x = {'(' * 3000}1{')' * 3000}\nfunction Get-Cart {{}}"
    long = f"function Get-Cart {{}}\n{'Get-Cart | ' * 20000}Get-Cart"
    assert extract(parsed("a.ps1", deep)).path == "a.ps1"
    assert [each.name for each in extract(parsed("a.ps1", long)).definitions] == ["Get-Cart"]
