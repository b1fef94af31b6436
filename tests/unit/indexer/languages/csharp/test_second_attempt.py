"""Statements of C# that are newer than the grammar."""

from indexer.languages.csharp.second_attempt import readable
from tests.unit.indexer.resolve.graph_samples import edges, graph_of

TEXT = """
namespace Shop;
class Report {
    public int Count;
    void Fill(Report other, Dictionary<int, Report> all) {
        other?.Count = Rows();
        other?.Count += 2;
        all?[3] = other;
        var n = other?.Count == 1 ? 2 : 3;
    }
    int Rows() => 1;
}
"""


def test_an_assignment_behind_a_question_mark_does_not_break_its_class() -> None:
    assert "cs:Shop.Report.Fill calls cs:Shop.Report.Rows" in edges(graph_of({"Report.cs": TEXT}))


def test_comparisons_and_conditions_stay_as_they_are() -> None:
    source = b"var n = a?.B == c ? d : e; f?.G => h; i?[0].J;"
    assert readable(source) == source
