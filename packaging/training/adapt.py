"""Adapts the encoder to questions: ``python packaging/training/adapt.py --lists DIR... --out DIR``.

The packaged encoder gives the vectors of passages, which stay as they are; for questions its linear layers get
low-rank changes. The vector of a question should be nearest to that of its answer among passages of the same
snapshot (softmax cross-entropy), and not far from what the packaged encoder gives. Of each file of ``--lists`` all
written questions are taken, and as many of the others as ``--others`` says.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.append(str(Path(__file__).resolve().parents[1]))

import numpy as np
import torch
from torch import nn

from search.embedding.reader_input import QUESTION_TOKENS
from training.adapted import adapt, export
from training.kinds import Kind
from training.lists import SUFFIX, Lists
from training.meaning import ANSWERS_TOO, TOKENS
from training.model import EncoderModel
from training.pool import Tokens

SEED = 28
TEMPERATURE = 0.05
QUESTIONS_AT_ONCE, PASSAGES_AT_ONCE = 48, 64
MEASURED = 20
"""One question in so many only measures and does not teach."""
LOGGED_STEPS = 100
GRADIENT_NORM = 1.0
WARM_STEPS = 50


@dataclass(frozen=True, slots=True)
class Group:
    """Questions of one snapshot and the passages among which their answers are looked for.

    Attributes:
        ids: (questions, tokens) of the questions.
        mask: (questions, tokens), True for tokens that are read.
        passages: (passages, dimension), vectors by the packaged encoder.
        answers: (questions,), row of the passage that answers.
        others_too: (questions, passages), True where a passage that is not the answer may answer as well.
        written: (questions,), whether a question is a written one.
    """

    ids: torch.Tensor
    mask: torch.Tensor
    passages: torch.Tensor
    answers: torch.Tensor
    others_too: torch.Tensor
    written: torch.Tensor


class Grouping:
    """Makes groups of lists.

    Args:
        encoder: of passages, as it is packaged.
        options: of the command line.
    """

    def __init__(self, encoder: EncoderModel, options: argparse.Namespace) -> None:
        self._encoder, self._options = encoder, options

    def of(self, lists: Lists, chance: random.Random) -> Group:
        """Return the questions of a snapshot and passages of it, chosen by chance beside the answers."""
        written = np.array(lists.names("kinds"))[lists.kinds] == Kind.WRITTEN
        rest = np.flatnonzero(~written).tolist()
        numbers = [*np.flatnonzero(written).tolist(), *chance.sample(rest, min(self._options.others, len(rest)))]
        answers = sorted({int(lists.answers[number]) for number in numbers})
        plain = np.setdiff1d(np.flatnonzero(lists.plain), answers).tolist()
        shown = answers + chance.sample(plain, min(self._options.passages, len(plain)))
        row = {number: position for position, number in enumerate(shown)}
        files = lists.files[shown]
        right = np.stack([np.isin(files, lists.right[number]) for number in numbers])
        rows = np.array([row[int(lists.answers[number])] for number in numbers])
        right[np.arange(len(numbers)), rows] = False
        device = torch.device(self._options.device)
        ids, mask = Tokens([lists.questions], device).sentences(torch.tensor(numbers, device=device))
        return Group(
            ids[:, :QUESTION_TOKENS],
            mask[:, :QUESTION_TOKENS],
            self._vectors(Tokens([lists.passages], device), torch.tensor(shown, device=device)),
            torch.from_numpy(rows).to(device),
            torch.from_numpy(right).to(device),
            torch.from_numpy(written[numbers]).to(device),
        )

    @torch.no_grad()
    def _vectors(self, tokens: Tokens, numbers: torch.Tensor) -> torch.Tensor:
        vectors = torch.zeros(len(numbers), self._encoder.dimension, device=numbers.device)
        for batch in tokens.lengths[numbers].argsort().split(PASSAGES_AT_ONCE):
            ids, mask = tokens.sentences(numbers[batch])
            vectors[batch] = encoded(self._encoder, ids[:, :TOKENS], mask[:, :TOKENS], bf16=self._options.bf16)
        return vectors


def encoded(encoder: EncoderModel, ids: torch.Tensor, mask: torch.Tensor, *, bf16: bool) -> torch.Tensor:
    """Return unit vectors in 32 bits, (texts, dimension)."""
    with torch.autocast(ids.device.type, torch.bfloat16, enabled=bf16):
        vectors: torch.Tensor = encoder(ids, mask)
    return vectors.float()


class Adapting:
    """One training.

    Args:
        groups: of questions.
        options: of the command line.
    """

    def __init__(self, groups: Sequence[Group], options: argparse.Namespace) -> None:
        torch.manual_seed(SEED)
        self._groups, self._options = groups, options
        self._chance = random.Random(SEED)  # noqa: S311 -- an order that can be made again
        self._encoder = EncoderModel().to(options.device)
        self._before = [self._questions(group, torch.arange(len(group.ids))) for group in groups]
        self.changes = adapt(self._encoder, options.rank)
        self._weights = [weight for weight in self._encoder.parameters() if weight.requires_grad]
        self._optimizer = torch.optim.AdamW(self._weights, lr=options.rate, weight_decay=0.01)

    def run(self) -> None:
        """Train until the passes are over, and say what was learned."""
        batches = [batch for _ in range(self._options.passes) for batch in self._batches()]
        begun, losses = time.monotonic(), []
        for step, (number, questions) in enumerate(batches):
            falling = max(0.02, 1 - step / len(batches))
            self._optimizer.param_groups[0]["lr"] = self._options.rate * min(1, (step + 1) / WARM_STEPS) * falling
            losses.append(self._learned(number, questions))
            if (step + 1) % LOGGED_STEPS == 0:
                seconds = round(time.monotonic() - begun)
                print(f"{step + 1} of {len(batches)}: {np.mean(losses):.4f}, {seconds} s", flush=True)
                losses = []
        for name, before, after in self.measured():
            print(f"mean reciprocal rank of {name}: {before:.4f}, adapted {after:.4f}")

    def _batches(self) -> list[tuple[int, torch.Tensor]]:
        """Return group and rows of each step of a pass, without the questions that only measure."""
        batches = []
        for number, group in enumerate(self._groups):
            rows = [row for row in range(len(group.ids)) if row % MEASURED]
            self._chance.shuffle(rows)
            batches += [(number, part) for part in torch.tensor(rows).split(QUESTIONS_AT_ONCE)]
        self._chance.shuffle(batches)
        return batches

    def _learned(self, number: int, rows: torch.Tensor) -> float:
        group = self._groups[number]
        vectors = encoded(self._encoder, group.ids[rows], group.mask[rows], bf16=self._options.bf16)
        near, answers = vectors @ group.passages.T, group.answers[rows]
        limit = near.gather(1, answers[:, None]) + ANSWERS_TOO
        near = near.masked_fill(group.others_too[rows] | (near > limit), -1.0)
        loss = nn.functional.cross_entropy(near / TEMPERATURE, answers)
        loss = loss + self._options.keep * (1 - (vectors * self._before[number][rows]).sum(1)).mean()
        self._optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self._weights, GRADIENT_NORM)
        self._optimizer.step()
        return float(loss.detach())

    def measured(self) -> Iterator[tuple[str, float, float]]:
        """Yield a name, and the mean reciprocal rank before and after of the questions that only measure."""
        ranks: dict[bool, list[torch.Tensor]] = {False: [], True: []}
        for group, before in zip(self._groups, self._before, strict=True):
            rows = torch.arange(0, len(group.ids), MEASURED)
            pair = [_reciprocal(group, rows, vectors) for vectors in (before[rows], self._questions(group, rows))]
            for written, parts in ranks.items():
                parts.append(torch.stack(pair)[:, group.written[rows] == written])
        for written, name in ((True, "written questions"), (False, "other questions")):
            joined = torch.cat(ranks[written], 1)
            if joined.shape[1]:
                before_mean, after_mean = joined.mean(1).tolist()
                yield name, before_mean, after_mean

    @torch.no_grad()
    def _questions(self, group: Group, rows: torch.Tensor) -> torch.Tensor:
        parts = rows.split(PASSAGES_AT_ONCE)
        return torch.cat(
            [encoded(self._encoder, group.ids[part], group.mask[part], bf16=self._options.bf16) for part in parts]
        )


def _reciprocal(group: Group, rows: torch.Tensor, vectors: torch.Tensor) -> torch.Tensor:
    """Return one divided by the rank of the answer of each question."""
    near = (vectors @ group.passages.T).masked_fill(group.others_too[rows], -1.0)
    return 1 / (1 + (near > near.gather(1, group.answers[rows][:, None])).sum(1))


def command_line() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lists", type=Path, required=True, nargs="+", help="folders of what pairs.py wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder for the weights and their description")
    parser.add_argument("--others", type=int, default=50, help="of each file, so many questions that nobody wrote")
    parser.add_argument("--passages", type=int, default=600, help="of each file beside the answers")
    parser.add_argument("--rank", type=int, default=32, help="of the changes")
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--keep", type=float, default=1.5, help="weight of the distance from the packaged encoder")
    parser.add_argument("--share", type=float, default=0.6, help="of the changes that is written, 0 to 1")
    parser.add_argument("--passes", type=int, default=4, help="over the questions")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--bf16", action="store_true", help="multiply in bfloat16; not on a processor without it")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Read the questions, train and write the changes."""
    options = command_line()
    torch.set_num_threads(options.threads)
    files = [file for folder in options.lists for file in sorted(folder.glob(f"*{SUFFIX}"))]
    grouping = Grouping(EncoderModel().to(options.device), options)
    chance = random.Random(SEED)  # noqa: S311 -- a choice that can be made again
    groups = [grouping.of(Lists.load(file), chance) for file in files]
    print(f"{sum(len(group.ids) for group in groups)} questions, {sum(len(g.passages) for g in groups)} passages")
    adapting = Adapting(groups, options)
    adapting.run()
    export(adapting.changes, options.share, options.out)


if __name__ == "__main__":
    main()
