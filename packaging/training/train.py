"""Trains the reader: ``python packaging/training/train.py --lists DIR --out DIR --minutes 60``.

Listwise: of the passages of a question the answer should have the highest output (softmax cross-entropy). The
wrong ones are drawn anew each time from those that the words of the question find, those beside the answer and,
with ``--mine``, those that the encoder finds in the same and in another repository. A checkpoint is written every
ten minutes and at the end; the same command goes on from the last one. ``--device cuda`` does the same on a GPU.

``--teacher DIR`` trains a smaller reader: it begins with every second layer of a trained one and learns its
outputs beside the answers. ``--keep DIR`` keeps what another reader knows: written questions teach their answers
alone, and all others teach the outputs of that reader too.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.append(str(Path(__file__).resolve().parents[1]))

import torch
from torch import nn

from search.embedding.reader_input import SEQUENCE_TOKENS
from training.kinds import Kind
from training.mining import Mined
from training.model import EncoderModel, ReaderModel, load
from training.pool import Pool, Sequences

Reads = Callable[..., torch.Tensor]

SEED = 28
CHECKPOINT_SECONDS = 600
LOGGED_STEPS = 50
GRADIENT_NORM = 1.0
SCALE_WEIGHT = 0.2
"""Of the part of the loss that gives outputs a scale across questions, which a temperature needs."""
MEASURED_WRONG = 11
ANSWERS_WEIGHT, DISTANCE_WEIGHT, FARTHEST = 0.5, 0.02, 20.0
"""With a teacher: of the loss of answers, of the squared distance of outputs, and the largest distance."""


class Training:
    """One training, which can go on from its last checkpoint.

    Args:
        pool: of questions.
        options: of the command line.
    """

    def __init__(self, pool: Pool, options: argparse.Namespace) -> None:
        self._pool, self._options = pool, options
        self._measured, self._taught = pool.split(SEED, options.measured)
        written = self._taught[pool.of_kind(Kind.WRITTEN)[self._taught]]
        self._taught = torch.cat([self._taught, written.repeat(options.written - 1)])
        torch.manual_seed(SEED)
        self.model = ReaderModel(options.layers, options.dropout)
        self._teacher: ReaderModel | None = None
        if options.start is not None:
            self.model.load_state_dict(_mean_weights(options.start))
        self._guided = torch.full((len(pool),), options.teacher is not None, device=pool.device)
        if options.teacher is not None:
            self._teacher = load(options.teacher).to(pool.device)
            self.model.take_layers(self._teacher)
        elif options.keep is not None:
            self._teacher = load(options.keep).to(pool.device)
            self._guided = ~pool.of_kind(Kind.WRITTEN)
        self.model.to(pool.device)
        self._read = torch.compile(self.model) if options.compile else self.model
        head = [p for name, p in self.model.named_parameters() if name.startswith("reader.")]
        body = [p for name, p in self.model.named_parameters() if not name.startswith("reader.")]
        self._optimizer = torch.optim.AdamW(
            [{"params": body, "lr": options.rate}, {"params": head, "lr": options.rate * 5}], weight_decay=0.01
        )
        per_pass = -(-len(self._taught) // options.questions)
        self._steps = max(1, int(per_pass * options.passes))
        self._warm = max(1, self._steps // 20)
        self._schedule = torch.optim.lr_scheduler.LambdaLR(self._optimizer, self._rate_at)
        self.step = 0
        self.seconds = 0.0

    def _rate_at(self, step: int) -> float:
        if step < self._warm:
            return (step + 1) / self._warm
        return max(0.02, (self._steps - step) / max(1, self._steps - self._warm))

    def resume(self) -> None:
        """Go on from the last checkpoint, if there is one."""
        file = self._options.out / "checkpoint.pt"
        if file.is_file():
            state = torch.load(file, weights_only=True, map_location=self._pool.device)
            self.model.load_state_dict(state["model"])
            self._optimizer.load_state_dict(state["optimizer"])
            self._schedule.load_state_dict(state["schedule"])
            self.step, self.seconds = state["step"], state["seconds"]

    def save(self) -> None:
        """Write a checkpoint; a killed process leaves the one before."""
        self._options.out.mkdir(parents=True, exist_ok=True)
        draft = self._options.out / "checkpoint.draft"
        state = {
            "model": self.model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "schedule": self._schedule.state_dict(),
            "step": self.step,
            "seconds": self.seconds,
        }
        torch.save(state, draft)
        draft.replace(self._options.out / "checkpoint.pt")

    def run(self) -> None:
        """Train until the passes or the minutes are over."""
        begun = saved = time.monotonic()
        before = self.seconds
        losses: list[torch.Tensor] = []
        self.model.train()
        for batch in self._remaining():
            losses.append(self._learned(batch))
            self.step += 1
            if self.step % LOGGED_STEPS == 0:
                loss = float(torch.stack(losses).mean())
                self.seconds = before + time.monotonic() - begun
                self._log(loss=round(loss, 4))
                losses = []
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                self.save()
                self._log(measured=self.measured())
                saved = time.monotonic()
            if self.step >= self._steps or time.monotonic() - begun > 60 * self._options.minutes:
                break
        self.seconds = before + time.monotonic() - begun
        self.save()
        self._log(measured=self.measured())

    def _remaining(self) -> Iterator[torch.Tensor]:
        """Yield numbers of questions behind those that earlier runs have seen, pass after pass."""
        skipped, number = self.step, 0
        while True:
            order = torch.Generator().manual_seed(SEED + number)
            shuffled = self._taught[torch.randperm(len(self._taught), generator=order).to(self._taught.device)]
            for batch in shuffled.split(self._options.questions):
                if skipped:
                    skipped -= 1
                    continue
                yield batch
            number += 1

    def _inputs(self, batch: torch.Tensor, wrong: int) -> tuple[torch.Tensor, Sequences]:
        """Return the answer and wrong passages of questions, (questions, 1 + wrong), and what is read of them."""
        passages = self._pool.drawn(batch, wrong)
        questions = batch[:, None].expand_as(passages)
        return passages, self._pool.sequences(questions.flatten(), passages.flatten(), whole=self._options.compile)

    def _scores(self, read: Reads, passages: torch.Tensor, inputs: Sequences) -> torch.Tensor:
        """Return the outputs for the passages, in their shape."""
        with torch.autocast(self._pool.device.type, torch.bfloat16, enabled=self._options.bf16):
            outputs = read(*inputs)
        return outputs.float().view(passages.shape).masked_fill(passages < 0, -30.0)

    def _learned(self, batch: torch.Tensor) -> torch.Tensor:
        passages, inputs = self._inputs(batch, self._options.wrong)
        scores = self._scores(self._read, passages, inputs)
        guided = self._guided[batch]
        loss = scores.new_zeros(())
        if not guided.all():
            loss = loss + (~guided).float().mean() * _of_answers(scores[~guided])
        if self._teacher is not None and guided.any():
            rows = guided.repeat_interleave(passages.shape[1])
            with torch.no_grad():
                taught = self._scores(self._teacher, passages[guided], tuple(part[rows] for part in inputs))
            loss = loss + guided.float().mean() * _of_teacher(scores[guided], taught)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), GRADIENT_NORM)
        self._optimizer.step()
        self._schedule.step()
        return loss.detach()

    @torch.inference_mode()
    def measured(self) -> float:
        """Return the share of questions that were kept aside whose answer has the highest output of twelve."""
        self.model.eval()
        torch.manual_seed(SEED)
        batches = self._measured.split(self._options.questions)
        drawn = [self._inputs(batch, MEASURED_WRONG) for batch in batches]
        first = [self._scores(self.model, *entry).argmax(1) == 0 for entry in drawn]
        self.model.train()
        return round(float(torch.cat(first).float().mean()), 4) if first else 0.0

    def _log(self, **values: float) -> None:
        self._options.out.mkdir(parents=True, exist_ok=True)
        entry = {"step": self.step, "of": self._steps, "seconds": round(self.seconds), **values}
        with (self._options.out / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(entry) + "\n")
        print(entry, flush=True)


def _mean_weights(folders: Sequence[Path]) -> dict[str, torch.Tensor]:
    """Return the mean of the weights of readers of the same depth (model soup, Wortsman et al. 2022)."""
    states = [load(folder).state_dict() for folder in folders]
    return {name: torch.stack([state[name].float() for state in states]).mean(0) for name in states[0]}


def _of_answers(scores: torch.Tensor) -> torch.Tensor:
    """Return the loss of outputs, (questions, passages), the answer first."""
    target = torch.zeros(len(scores), dtype=torch.long, device=scores.device)
    wanted = torch.zeros_like(scores)
    wanted[:, 0] = 1.0
    scale = nn.functional.binary_cross_entropy_with_logits(scores, wanted)
    return nn.functional.cross_entropy(scores, target) + SCALE_WEIGHT * scale


def _of_teacher(scores: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    """Return the loss of outputs beside those of a teacher, (questions, passages), the answer first."""
    target = torch.zeros(len(scores), dtype=torch.long, device=scores.device)
    answers = nn.functional.cross_entropy(scores, target)
    divergence = nn.functional.kl_div(scores.log_softmax(1), taught.softmax(1), reduction="batchmean")
    distance = (scores - taught).clamp(-FARTHEST, FARTHEST).square().mean()
    return ANSWERS_WEIGHT * answers + divergence + DISTANCE_WEIGHT * distance


def command_line() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lists", type=Path, required=True, nargs="+", help="folders of what pairs.py wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder of checkpoint and log")
    parser.add_argument(
        "--start",
        type=Path,
        nargs="+",
        help="checkpoint or exported weights that it begins with; of several the mean",
    )
    another = parser.add_mutually_exclusive_group()
    another.add_argument("--teacher", type=Path, help="checkpoint or exported weights of a deeper reader")
    another.add_argument("--keep", type=Path, help="checkpoint or exported weights whose outputs it keeps")
    parser.add_argument("--mine", action="store_true", help="let the encoder find wrong passages first; for a GPU")
    parser.add_argument("--wrong", type=int, default=5, help="passages beside the answer that are read")
    parser.add_argument("--measured", type=int, default=2000, help="questions kept aside, to see what it learns")
    parser.add_argument("--written", type=int, default=1, help="how often a pass has each written question")
    parser.add_argument("--questions", type=int, default=8, help="of a step")
    parser.add_argument("--minutes", type=float, default=60.0, help="stop after so many minutes")
    parser.add_argument("--passes", type=float, default=1.0, help="over the questions; the rate falls until then")
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=SEQUENCE_TOKENS, help="of question and passage together")
    parser.add_argument("--rate", type=float, default=1e-4, help="of the layers; the head has five times as much")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--bf16", action="store_true", help="multiply in bfloat16; not on a processor without it")
    parser.add_argument("--compile", action="store_true", help="compile the model; pays on a GPU after a minute")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Read the questions and train."""
    options = command_line()
    torch.set_num_threads(options.threads)
    torch.set_float32_matmul_precision("high")
    pool = Pool.read(options.lists, torch.device(options.device), options.tokens)
    print(f"{len(pool)} questions", flush=True)
    if options.mine:
        with torch.autocast(options.device, torch.bfloat16, enabled=options.bf16):
            mined = Mined(pool, EncoderModel().to(pool.device), SEED)
        pool.add(mined.own(), weight=0.8)
        pool.add(mined.foreign(), weight=0.15)
        print("mined", flush=True)
    training = Training(pool, options)
    training.resume()
    training.run()


if __name__ == "__main__":
    main()
