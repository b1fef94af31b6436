"""Adapts the encoder to questions: ``python packaging/training/adapt.py --work DIR --lists DIR --out DIR``.

The packaged encoder gives the vectors of passages, which stay as they are; for questions its linear layers get
low-rank changes. A question should be nearest to the file of its answer, that is to the nearest passage of it,
among all files that are shown of the same snapshot (softmax cross-entropy), and its vector not far from what the
packaged encoder gives. Snapshots are those that ``pairs.py`` left in ``--work``, the newest of each repository.
Its written questions teach, and as many of the others in ``--lists`` as ``--others`` says.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.append(str(Path(__file__).resolve().parents[1]))

import numpy as np
import torch
from torch import nn

from training.adapted import adapt, export
from training.groups import Group, Grouping
from training.lists import SUFFIX, Lists
from training.meaning import ANSWERS_TOO
from training.model import EncoderModel
from training.repositories import teaching
from training.sources import snapshot
from training.vectors import encoded, vectors_of
from training.written import FOLDER, written_questions

SEED = 28
TEMPERATURE = 0.05
QUESTIONS_AT_ONCE = 48
SIMILAR_TOKENS = 6
"""Questions of a step differ by about so many tokens in length."""
MEASURED = 20
"""One question in so many only measures and does not teach."""
LOGGED_STEPS = 100
GRADIENT_NORM = 1.0
WARM_STEPS = 50
LOWEST = -1.0
"""Cosine of what cannot be the answer."""


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
        self._before = [encoded(self._encoder, group.questions, bf16=options.bf16) for group in groups]
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

    def _batches(self) -> list[tuple[int, list[int]]]:
        """Return group and questions of each step of a pass, without the questions that only measure."""
        batches = []
        for number, group in enumerate(self._groups):
            teaching = [question for question in range(len(group.questions)) if question % MEASURED]
            teaching.sort(key=lambda q, g=group: len(g.questions[q]) + self._chance.random() * SIMILAR_TOKENS)
            starts = range(0, len(teaching), QUESTIONS_AT_ONCE)
            batches += [(number, teaching[start : start + QUESTIONS_AT_ONCE]) for start in starts]
        self._chance.shuffle(batches)
        return batches

    def _learned(self, number: int, questions: list[int]) -> float:
        group = self._groups[number]
        texts = [group.questions[question] for question in questions]
        vectors = vectors_of(self._encoder, texts, bf16=self._options.bf16)
        near = nearest_of_files(vectors, group, questions)
        loss = nn.functional.cross_entropy(near / TEMPERATURE, group.files[group.answers[questions]])
        loss = loss + self._options.keep * (1 - (vectors * self._before[number][questions]).sum(1)).mean()
        self._optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self._weights, GRADIENT_NORM)
        self._optimizer.step()
        return loss.item()

    def measured(self) -> Iterator[tuple[str, float, float]]:
        """Yield a name, and the mean reciprocal rank before and after of the questions that only measure."""
        ranks: dict[bool, list[torch.Tensor]] = {False: [], True: []}
        for group, before in zip(self._groups, self._before, strict=True):
            measuring = list(range(0, len(group.questions), MEASURED))
            texts = [group.questions[question] for question in measuring]
            after = encoded(self._encoder, texts, bf16=self._options.bf16)
            pair = torch.stack([_reciprocal(each, group, measuring) for each in (before[measuring], after)])
            is_written = torch.tensor(measuring) < group.written
            for written, parts in ranks.items():
                parts.append(pair[:, is_written == written])
        for written, name in ((True, "written questions"), (False, "other questions")):
            joined = torch.cat(ranks[written], 1)
            if joined.shape[1]:
                before_mean, after_mean = joined.mean(1).tolist()
                yield name, before_mean, after_mean


def nearest_of_files(vectors: torch.Tensor, group: Group, questions: Sequence[int]) -> torch.Tensor:
    """Return the largest cosine of each file, (questions, files).

    Of other files a passage that is much nearer than the answer does not count: it may well be an answer too.

    Args:
        vectors: (questions, dimension), unit vectors.
        group: whose passages are compared.
        questions: numbers of the questions in the group.
    """
    answers = group.answers[questions]
    near = vectors @ group.passages.T
    limit = near.gather(1, answers[:, None]) + ANSWERS_TOO
    elsewhere = group.files[None, :] != group.files[answers][:, None]
    near = near.masked_fill(elsewhere & (near > limit), LOWEST)
    lowest = torch.full((len(vectors), int(group.files.max()) + 1), LOWEST, device=near.device)
    return lowest.scatter_reduce(1, group.files[None, :].expand_as(near), near, "amax")


@torch.no_grad()
def _reciprocal(vectors: torch.Tensor, group: Group, questions: Sequence[int]) -> torch.Tensor:
    """Return one divided by the rank of the file of each answer."""
    near = nearest_of_files(vectors, group, questions)
    right = near.gather(1, group.files[group.answers[questions]][:, None])
    return 1 / (1 + (near > right).sum(1))


def read_groups(options: argparse.Namespace) -> Iterator[Group]:
    """Yield the questions of the newest snapshot of each repository that teaches and has some."""
    grouping = Grouping(EncoderModel().to(options.device), options.passages, options.others, bf16=options.bf16)
    for teacher in teaching(options.repositories):
        commit = teacher.bases[0]
        file = options.lists / f"{teacher.name}-{commit[:12]}{SUFFIX}"
        if not file.is_file():
            continue
        folder = options.work / "checkouts" / teacher.name
        read = snapshot(teacher.name, folder, commit, options.work / "snapshots", teacher.parts)
        chance = random.Random(f"{SEED} {teacher.name}")  # noqa: S311 -- a choice that can be made again
        written = written_questions(teacher.name, options.written)
        group = grouping.of(read, written, Lists.load(file), chance)
        print(f"{teacher.full_name}: {len(group.questions)} questions, {len(group.passages)} passages", flush=True)
        yield group


def command_line() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder where pairs.py put snapshots")
    parser.add_argument("--lists", type=Path, required=True, help="folder of what pairs.py wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder for the weights and their description")
    parser.add_argument("--written", type=Path, default=FOLDER, help="folder of the tables of written questions")
    parser.add_argument("--repositories", type=Path, help="JSON list in the place of repositories.TEACHING")
    parser.add_argument("--others", type=int, default=150, help="of each snapshot, so many that nobody wrote")
    parser.add_argument("--passages", type=int, default=1800, help="of each snapshot")
    parser.add_argument("--rank", type=int, default=32, help="of the changes")
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--keep", type=float, default=1.5, help="weight of the distance from the packaged encoder")
    parser.add_argument("--share", type=float, default=0.7, help="of the changes that is exported, from 0")
    parser.add_argument("--passes", type=int, default=3, help="over the questions")
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--bf16", action="store_true", help="multiply in bfloat16; not on a processor without it")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Read the questions, train and write the changes."""
    options = command_line()
    torch.set_num_threads(options.threads)
    groups = list(read_groups(options))
    print(f"{sum(len(g.questions) for g in groups)} questions, {sum(len(g.passages) for g in groups)} passages")
    adapting = Adapting(groups, options)
    adapting.run()
    export(adapting.changes, options.share, options.out)


if __name__ == "__main__":
    main()
