"""Trains the reader: ``python packaging/training/train.py --pairs FILE --out DIR --minutes 60``.

Listwise: of the six passages of a question the answer should have the highest output (softmax cross-entropy).
A checkpoint is written every ten minutes and at the end; the same command goes on from the last one. ``--device
cuda`` does the same on a GPU.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.append(str(Path(__file__).resolve().parents[1]))

import torch
from torch import nn

from training.model import PairTokens, ReaderModel, load, padded

SEED = 28
CHECKPOINT_SECONDS = 600
QUESTIONS_AT_ONCE = 8
GRADIENT_NORM = 1.0
HELD_BACK = 300
"""Questions of the pairs that only measure, so that a person sees early whether it learns."""

Encoded = list[tuple[list[int], list[int]]]


def read_pairs(file: Path, negatives: int) -> list[Encoded]:
    """Return the sequences of each question, the answer first, in the order of the file.

    Args:
        file: of ``pairs.py``.
        negatives: how many of the passages that do not answer are read; the nearest ones stand first.
    """
    tokens = PairTokens()
    with file.open(encoding="utf-8") as lines:
        entries = map(json.loads, lines)
        return [tokens.of(entry["question"], entry["passages"][: 1 + negatives]) for entry in entries]


def batches(questions: Sequence[Encoded], chance: random.Random) -> Iterator[list[Encoded]]:
    """Yield groups of questions of similar length, in random order."""
    order = list(range(len(questions)))
    chance.shuffle(order)
    pools = [order[start : start + 512] for start in range(0, len(order), 512)]
    groups = []
    for pool in pools:
        pool.sort(key=lambda index: max(len(ids) for ids, _ in questions[index]))
        groups += [pool[start : start + QUESTIONS_AT_ONCE] for start in range(0, len(pool), QUESTIONS_AT_ONCE)]
    chance.shuffle(groups)
    yield from ([questions[index] for index in group] for group in groups)


class Training:
    """One training, which can go on from its last checkpoint.

    Args:
        out: folder of the checkpoint and of ``log.jsonl``.
    """

    def __init__(self, questions: list[Encoded], out: Path, options: argparse.Namespace) -> None:
        chance = random.Random(SEED)  # noqa: S311 -- an order that can be made again
        chance.shuffle(questions)
        measured = min(HELD_BACK, len(questions) // 10)
        self._measured, self._questions = questions[:measured], questions[measured:]
        self._out, self._options = out, options
        torch.manual_seed(SEED)
        self._device = torch.device(options.device)
        self.model = ReaderModel(options.layers, options.dropout).to(self._device)
        for name in ("words", "positions", "types"):
            setattr(self.model, name, getattr(self.model, name).to(self._device))
        self.model.norm = tuple(part.to(self._device) for part in self.model.norm)
        head = [p for name, p in self.model.named_parameters() if name.startswith("reader.")]
        body = [p for name, p in self.model.named_parameters() if not name.startswith("reader.")]
        self._optimizer = torch.optim.AdamW(
            [{"params": body, "lr": options.rate}, {"params": head, "lr": options.rate * 5}], weight_decay=0.01
        )
        per_pass = len(self._questions) // QUESTIONS_AT_ONCE
        self._steps = max(1, int(per_pass * options.passes))
        self._warm = max(1, self._steps // 20)
        self._schedule = torch.optim.lr_scheduler.LambdaLR(self._optimizer, self._rate_at)
        self.step = 0
        self.seconds = 0.0
        if options.start is not None:
            self.model.load_state_dict(load(options.start).state_dict())

    def _rate_at(self, step: int) -> float:
        if step < self._warm:
            return (step + 1) / self._warm
        return max(0.02, (self._steps - step) / max(1, self._steps - self._warm))

    def resume(self) -> None:
        """Go on from the last checkpoint, if there is one."""
        file = self._out / "checkpoint.pt"
        if file.is_file():
            state = torch.load(file, weights_only=True, map_location=self._device)
            self.model.load_state_dict(state["model"])
            self._optimizer.load_state_dict(state["optimizer"])
            self._schedule.load_state_dict(state["schedule"])
            self.step, self.seconds = state["step"], state["seconds"]

    def save(self) -> None:
        """Write a checkpoint; a killed process leaves the one before."""
        self._out.mkdir(parents=True, exist_ok=True)
        draft = self._out / "checkpoint.draft"
        state = {
            "model": self.model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "schedule": self._schedule.state_dict(),
            "step": self.step,
            "seconds": self.seconds,
        }
        torch.save(state, draft)
        draft.replace(self._out / "checkpoint.pt")

    def run(self) -> None:
        """Train until the passes or the minutes are over."""
        end = time.monotonic() + self._options.minutes * 60
        saved, losses, right = time.monotonic(), [], []
        self.model.train()
        for batch in self._remaining():
            begun = time.monotonic()
            loss, correct = self._learned(batch)
            self.seconds += time.monotonic() - begun
            self.step += 1
            losses.append(loss)
            right.append(correct)
            if self.step % 25 == 0:
                self._log(loss=sum(losses) / len(losses), right=sum(right) / len(right))
                losses, right = [], []
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                self.save()
                self._log(measured=self.measured())
                saved = time.monotonic()
            if self.step >= self._steps or time.monotonic() > end:
                break
        self.save()
        self._log(measured=self.measured())

    def _remaining(self) -> Iterator[list[Encoded]]:
        """Yield the batches behind those that earlier runs have seen, pass after pass."""
        skipped, number = self.step, 0
        while True:
            chance = random.Random(f"{SEED} {number}")  # noqa: S311 -- an order that can be made again
            for batch in batches(self._questions, chance):
                if skipped:
                    skipped -= 1
                    continue
                yield batch
            number += 1

    def _scores(self, batch: Sequence[Encoded]) -> torch.Tensor:
        inputs = (part.to(self._device) for part in padded([pair for question in batch for pair in question]))
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._options.bf16):
            outputs = self.model(*inputs)
        return outputs.float().view(len(batch), -1)

    def _learned(self, batch: Sequence[Encoded]) -> tuple[float, float]:
        scores = self._scores(batch)
        target = torch.zeros(len(batch), dtype=torch.long, device=self._device)
        loss = nn.functional.cross_entropy(scores, target)
        # a small part of the loss gives the outputs a scale across questions, which a temperature needs
        wanted = torch.zeros_like(scores)
        wanted[:, 0] = 1.0
        loss = loss + 0.2 * nn.functional.binary_cross_entropy_with_logits(scores, wanted)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), GRADIENT_NORM)
        self._optimizer.step()
        self._schedule.step()
        return float(loss.detach()), float((scores.argmax(1) == 0).float().mean())

    @torch.inference_mode()
    def measured(self) -> float:
        """Return the share of questions that were kept aside whose answer has the highest output."""
        self.model.eval()
        first = []
        for start in range(0, len(self._measured), 32):
            scores = self._scores(self._measured[start : start + 32])
            first += (scores.argmax(1) == 0).tolist()
        self.model.train()
        return sum(first) / max(1, len(first))

    def _log(self, **values: float) -> None:
        self._out.mkdir(parents=True, exist_ok=True)
        entry = {"step": self.step, "of": self._steps, "seconds": round(self.seconds), **values}
        with (self._out / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(entry) + "\n")
        print(entry, flush=True)


def command_line() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, required=True, help="JSON lines of pairs.py")
    parser.add_argument("--out", type=Path, required=True, help="folder of checkpoint and log")
    parser.add_argument("--start", type=Path, help="checkpoint or exported weights that it begins with")
    parser.add_argument("--negatives", type=int, default=5, help="passages beside the answer that are read")
    parser.add_argument("--minutes", type=float, default=60.0, help="stop after so many minutes")
    parser.add_argument("--passes", type=float, default=1.0, help="over the questions; the rate falls until then")
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1e-4, help="of the layers; the head has five times as much")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--bf16", action="store_true", help="multiply in bfloat16")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Read the pairs and train."""
    options = command_line()
    torch.set_num_threads(options.threads)
    training = Training(read_pairs(options.pairs, options.negatives), options.out, options)
    training.resume()
    training.run()


if __name__ == "__main__":
    main()
