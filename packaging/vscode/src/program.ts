// The only module that runs the `dowse` program.

import { spawn } from "node:child_process";

/** Where the program and its index are, as the person set it. */
export interface ProgramSettings {
  readonly program: string;
  /** The index folder; empty for the program's own choice. */
  readonly index: string;
}

/** What a run needs besides its arguments. */
export interface RunOptions {
  /** Written to standard input, so that no query shows up in a list of processes. */
  readonly input?: string;
  readonly signal?: AbortSignal;
}

export type FailureKind = "no-program" | "no-index" | "ambiguous" | "cancelled" | "failed";

/** A run without an answer; the message is the program's own line, without its prefix. */
export class ProgramError extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** The identifiers that a name may stand for; of the kind "ambiguous" only. */
    readonly candidates: readonly string[] = [],
  ) {
    super(message);
    this.name = "ProgramError";
  }
}

/** The exit status of an answer that holds nothing; its JSON is printed all the same. */
const NOTHING_FOUND = 1;

/** Characters of an answer above which it is refused: more would block the editor. */
const LONGEST_ANSWER = 64 * 1024 * 1024;

/** Runs commands of `dowse` and returns what they print with `--json`. */
export class Program {
  constructor(private readonly settings: () => ProgramSettings) {}

  /** Return the answer of a command. Rejects with a {@link ProgramError}. */
  async ask<Answer>(command: readonly string[], options: RunOptions = {}): Promise<Answer> {
    const { program, index } = this.settings();
    const [name = "", ...rest] = command;
    const common = ["--json", "--quiet", ...(index ? ["--index", index] : [])];
    const outcome = await run(program, [name, ...common, ...rest], options);
    if (outcome.status === 0 || (outcome.status === NOTHING_FOUND && outcome.output.trimStart().startsWith("{"))) {
      return parsed<Answer>(outcome.output, name);
    }
    throw failureOf(outcome);
  }

  /** Return whether the installed program has a command. Rejects when there is no program. */
  async has(command: string): Promise<boolean> {
    const outcome = await run(this.settings().program, [command, "--help"], {});
    return outcome.status === 0;
  }
}

/** Runs one request at a time: a new one ends the run before it. */
export class LatestRun {
  private current: AbortController | undefined;

  /** Return what the request returns, or `undefined` when a newer one took its place. */
  async start<Answer>(request: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | undefined> {
    this.cancel();
    const controller = new AbortController();
    this.current = controller;
    try {
      const answer = await request(controller.signal);
      return controller.signal.aborted ? undefined : answer;
    } catch (error) {
      if (controller.signal.aborted) {
        return undefined;
      }
      throw error;
    } finally {
      if (this.current === controller) {
        this.current = undefined;
      }
    }
  }

  /** End the run, if there is one. */
  cancel(): void {
    this.current?.abort();
    this.current = undefined;
  }
}

interface Outcome {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

function run(program: string, commandLine: readonly string[], options: RunOptions): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) {
      reject(new ProgramError("cancelled", "cancelled"));
      return;
    }
    // Without a shell: no character of a query or a path has a meaning of its own.
    const child = spawn(program, commandLine, { shell: false, windowsHide: true, stdio: "pipe" });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let size = 0;
    const end = () => child.kill();
    options.signal?.addEventListener("abort", end, { once: true });
    child.stdout.on("data", (part: Buffer) => {
      size += part.length;
      output.push(part);
      if (size > LONGEST_ANSWER) {
        child.kill();
      }
    });
    child.stderr.on("data", (part: Buffer) => errors.push(part));
    child.on("error", (error: NodeJS.ErrnoException) => {
      options.signal?.removeEventListener("abort", end);
      reject(new ProgramError(cannotStart(error) ? "no-program" : "failed", error.message));
    });
    child.on("close", (status) => {
      options.signal?.removeEventListener("abort", end);
      if (options.signal?.aborted) {
        reject(new ProgramError("cancelled", "cancelled"));
      } else if (size > LONGEST_ANSWER) {
        reject(new ProgramError("failed", `the answer has more than ${LONGEST_ANSWER} bytes`));
      } else {
        resolve({ status: status ?? -1, output: text(output), errors: text(errors) });
      }
    });
    child.stdin.on("error", () => undefined); // a program that ended early closes its input; its status says why
    child.stdin.end(options.input ?? "");
  });
}

function cannotStart(error: NodeJS.ErrnoException): boolean {
  return error.code === "ENOENT" || error.code === "EACCES" || error.code === "ENOTDIR";
}

function text(parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString("utf8");
}

function parsed<Answer>(output: string, command: string): Answer {
  try {
    return JSON.parse(output) as Answer;
  } catch {
    throw new ProgramError("failed", `dowse ${command} printed no JSON; is the program up to date?`);
  }
}

function failureOf(outcome: Outcome): ProgramError {
  const lines = linesOf(outcome.errors);
  const line = lines.pop();
  const message = (line ?? `dowse ended with status ${outcome.status}`).replace(/^error: /, "");
  if (/^there is no index in /.test(message)) {
    return new ProgramError("no-index", message);
  }
  if (/ stands for \d+ things/.test(message)) {
    // They come before the error; older programs print them as their answer.
    const candidates = [...linesOf(outcome.output), ...lines.filter((candidate) => IDENTIFIER.test(candidate))];
    return new ProgramError("ambiguous", message, candidates);
  }
  return new ProgramError("failed", message);
}

/** The beginning of an identifier, such as `shop@main:cs:`. */
const IDENTIFIER = /^[^@\s]+@[^:\s]*:/;

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
