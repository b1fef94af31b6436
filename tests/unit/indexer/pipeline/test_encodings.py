def test_the_encoding_that_a_rule_names_is_used(bench):
    bench.write(".dowse.toml", '[[rules]]\nglob = "old/*"\nencoding = "cp437"\n')
    bench.write("old/a.txt", "caf\u00e9 lease".encode("cp437"))
    bench.write("new/a.txt", "caf\u00e9 lease")
    bench.index(semantic=False)
    assert "caf\u00e9 lease" in bench.texts("old/a.txt")
    assert "caf\u00e9 lease" in bench.texts("new/a.txt")
    assert bench.rows()["old/a.txt"].encoding == "cp437"


def test_a_speed_reads_in_fewer_processes_and_rests(bench):
    from search.types.status import Speed

    assert bench.indexer.activity.speed is Speed.NORMAL
    bench.indexer.set_speed(Speed.QUIET)
    assert bench.indexer.activity.speed is Speed.QUIET
    bench.write("a.py", "x = 1\n")
    bench.indexer.use_encoder(bench.encoder)
    assert bench.index().embedded == 2
