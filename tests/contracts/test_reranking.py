"""search-agent and pipeline-contract, reranking: scorers of words and of models in a folder."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from search.embedding.cross_encoder import CrossEncoderScorer
from search.embedding.generator import EmbeddingGenerator
from search.embedding.models import packaged_folder
from search.errors import BadInputError, ModelError
from search.pipeline.rerankers import KeywordReranker, ModelReranker
from search.pipeline.search_nodes import search_nodes
from search.pipeline.state import Runtime
from search.retrieval.scorers import BiEncoderScorer, KeywordScorer, candidate_bm25, open_scorer
from tests.contracts.pipeline_parts import SmallGraph, Watched, chunks, state, step
from tests.contracts.samples import WORDS, memory_backend
from tests.fakes.encoder import BagOfWordsEncoder, WordCounter

TEXTS = st.lists(st.lists(st.sampled_from([*WORDS, "🦊", "\0"]), max_size=6).map(" ".join), max_size=6)


def no_encoder(folder: str):
    raise AssertionError(folder)


@pytest.fixture(scope="module")
def cross_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a small cross-encoder with the packaged model's words and weights of its own."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    folder = tmp_path_factory.mktemp("cross-encoder")
    torch.manual_seed(7)
    config = BertConfig(
        hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32, num_labels=1
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    AutoTokenizer.from_pretrained(packaged_folder()).save_pretrained(folder)
    return folder


@given(st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join), TEXTS)
def test_words_score_each_text_between_0_and_1_and_the_best_is_1(query: str, texts: list[str]) -> None:
    scores = KeywordScorer().scores(query, texts)
    assert len(scores) == len(texts)
    assert all(0.0 <= score <= 1.0 for score in scores)
    holds = [bool(set(query.split()) & set(text.split())) for text in texts]
    assert [score > 0.0 for score in scores] == holds
    assert not any(holds) or max(scores) == 1.0


def test_a_word_that_every_candidate_holds_still_ranks_above_none() -> None:
    scores = KeywordScorer().scores("lease renew", ["lease", "lease renew", "lease lease"])
    assert scores.index(max(scores)) == 1


def test_the_statistics_are_those_of_the_candidates_alone() -> None:
    assert candidate_bm25("lease", ["lease", "retry", "token"]) == candidate_bm25(
        "lease", ["lease", "token", "retry"]
    )
    assert candidate_bm25("lease", ["lease"]) != candidate_bm25("lease", ["lease", "retry", "token"])
    texts = ["lease renew", "renew retry backoff", "retry lease token", "invoice refund", "session"]
    okapi = BM25Okapi([text.split() for text in texts])
    assert candidate_bm25("refund token", texts) == pytest.approx(okapi.get_scores(["refund", "token"]).tolist())


def test_a_bi_encoder_scores_by_cosine_clipped_to_0() -> None:
    encoder = BagOfWordsEncoder()
    scores = BiEncoderScorer(encoder).scores("lease renew", ["lease renew", "invoice"])
    cosine = float(encoder.encode_query("lease renew") @ encoder.encode_query("invoice"))
    assert scores == pytest.approx([1.0, max(0.0, cosine)], abs=1e-5)
    assert BiEncoderScorer(encoder).scores("lease", []) == []


def test_a_cross_encoder_gives_the_logistic_function_of_what_the_model_says(cross_encoder: Path) -> None:
    from sentence_transformers import CrossEncoder
    from torch import nn

    texts = ["the lease is renewed", "an invoice", ""]
    logits = CrossEncoder(str(cross_encoder), device="cpu").predict(
        [("renew a lease", text) for text in texts], activation_fn=nn.Identity()
    )
    scores = CrossEncoderScorer(cross_encoder).scores("renew a lease", texts)
    assert scores == pytest.approx([1 / (1 + math.exp(-logit)) for logit in logits.tolist()], abs=1e-6)
    assert len(set(scores)) == 3


def test_a_cross_encoder_reads_hostile_and_huge_texts_and_gives_the_same_each_time(cross_encoder: Path) -> None:
    scorer = CrossEncoderScorer(cross_encoder)
    texts = ["nul\0l 🦊 ' OR 1=1", "word " * 20_000, "\n"]
    assert scorer.scores("x" * 10_000, texts) == scorer.scores("x" * 10_000, texts)
    assert all(0.0 <= score <= 1.0 for score in scorer.scores("x", texts))
    assert scorer.scores("x", []) == []


def test_a_folder_is_opened_as_what_it_holds(cross_encoder: Path) -> None:
    assert isinstance(open_scorer(str(cross_encoder), no_encoder), CrossEncoderScorer)
    opened: list[str] = []
    scorer = open_scorer(str(packaged_folder()), lambda folder: opened.append(folder) or BagOfWordsEncoder())
    assert isinstance(scorer, BiEncoderScorer)
    assert opened == [str(packaged_folder())]


def test_the_packaged_model_reranks_by_meaning(tmp_path: Path) -> None:
    scorer = open_scorer(
        str(packaged_folder()), lambda folder: EmbeddingGenerator(folder, device="cpu", cache=tmp_path)
    )
    texts = ["The kitchen opens at nine.", "Users sign in with a password and a token."]
    ranked = ModelReranker(scorer).rerank("how does authentication work", list(zip("ab", texts, strict=True)))
    assert ranked == ["b", "a"]


@pytest.mark.parametrize("folder", ["", "/nowhere/model"])
def test_a_folder_that_is_not_there_is_an_error_that_says_what_to_set(folder: str) -> None:
    with pytest.raises(ModelError) as caught:
        open_scorer(folder, no_encoder)
    assert "search.rerank_model" in str(caught.value.remedy)


@pytest.mark.parametrize("config", [None, "no json", "[]", '{"architectures": ["BertModel"]}'])
def test_a_folder_without_a_model_is_an_error_that_says_what_to_set(tmp_path: Path, config: str | None) -> None:
    if config is not None:
        (tmp_path / "config.json").write_text(config)
    with pytest.raises(ModelError, match="neither") as caught:
        open_scorer(str(tmp_path), no_encoder)
    assert "search.rerank_model" in str(caught.value.remedy)


def test_a_broken_cross_encoder_is_an_error_that_says_what_to_set(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps({"architectures": ["BertForSequenceClassification"]}))
    scorer = open_scorer(str(tmp_path), no_encoder)
    with pytest.raises(ModelError, match="cannot be loaded") as caught:
        scorer.scores("x", ["y"])
    assert "search.rerank_model" in str(caught.value.remedy)


def test_a_cross_encoder_without_a_folder_is_refused_when_it_is_made(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no config"):
        CrossEncoderScorer(tmp_path)


class ByLength:
    """Scores the longest text best."""

    def scores(self, query: str, texts: list[str]) -> list[float]:
        return [min(1.0, len(text) / 100) for text in texts]


def test_codebert_rerank_in_the_pipeline_orders_by_the_model_and_widens_by_6() -> None:
    backend = Watched(memory_backend(chunks()))
    runtime = Runtime(
        retrieval_backend=backend,
        graph_provider=SmallGraph([], []),
        token_counter=WordCounter(),
        rerankers={"codebert_rerank": ModelReranker(ByLength())},
    )
    entry = state("lease")
    search_nodes(
        entry, step("search_nodes", search_type="semantic", top_k=2, rerank="codebert_rerank"), {}, runtime
    )
    assert backend.requests[0].top_k == 12
    texts = {item.id: item.text for item in chunks()}
    lengths = [len(texts[seed]) for seed in entry.retrieval_seed_nodes]
    assert lengths == sorted((len(text) for text in texts.values()), reverse=True)[:2]


@pytest.mark.parametrize("make", [KeywordReranker, lambda factor: ModelReranker(ByLength(), factor)])
def test_the_widening_starts_at_1_and_is_6_by_default(make) -> None:
    assert (KeywordReranker().widen_factor, ModelReranker(ByLength()).widen_factor) == (6, 6)
    with pytest.raises(BadInputError, match="widen_factor"):
        make(0)


def test_candidates_of_equal_score_keep_their_order() -> None:
    same = [("b", "retry"), ("a", "retry")]
    assert KeywordReranker().rerank("lease", same) == ["b", "a"]
    assert ModelReranker(ByLength()).rerank("lease", same) == ["b", "a"]
