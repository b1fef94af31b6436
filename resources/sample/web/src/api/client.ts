import { withRetry } from "@/lib/retry";

/** A rule that the request breaks; `code` is stable, `message` is for people. */
export class Rejection extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The session is over: the page has to ask for the password again. */
export class SignedOut extends Error {}

type Method = "GET" | "POST" | "DELETE";

/**
 * Ask the API. The session travels in a cookie that scripts cannot read, so nothing is kept here.
 * Reading is repeated when the network fails; writing is not, unless the caller gives an idempotency key.
 */
export async function ask<T>(method: Method, path: string, body?: unknown, idempotencyKey?: string): Promise<T> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (idempotencyKey) {
    headers["Idempotency-Key"] = idempotencyKey;
  }
  const once = () =>
    fetch(`/api${path}`, {
      method,
      headers,
      credentials: "same-origin",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const mayRepeat = method === "GET" || idempotencyKey !== undefined;
  const answer = await (mayRepeat ? withRetry(once) : once());
  return read<T>(answer);
}

async function read<T>(answer: Response): Promise<T> {
  if (answer.status === 401) {
    throw new SignedOut("Sign in first");
  }
  if (answer.status === 422) {
    const { code, message } = await answer.json();
    throw new Rejection(code, message);
  }
  if (!answer.ok) {
    throw new Error(`The server answered ${answer.status}`);
  }
  return answer.status === 204 ? (undefined as T) : await answer.json();
}
