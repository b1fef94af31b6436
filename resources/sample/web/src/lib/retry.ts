const ATTEMPTS = 3;
const FIRST_WAIT_MS = 300;

/** Repeat a request that got no answer, or one of 502, 503 and 504; the wait doubles. */
export async function withRetry(request: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await request();
      if (attempt === ATTEMPTS || ![502, 503, 504].includes(answer.status)) {
        return answer;
      }
    } catch (error) {
      if (attempt === ATTEMPTS) {
        throw error;
      }
    }
    await pause(FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
