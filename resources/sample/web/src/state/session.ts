import { ask, SignedOut } from "@/api/client";

type Listener = (signedIn: boolean) => void;

/** Whether somebody is signed in, as far as this page knows. The truth is the server's: a 401 corrects it. */
class SessionState {
  private signedIn = false;
  private readonly listeners = new Set<Listener>();

  async signIn(email: string, password: string): Promise<void> {
    await ask<void>("POST", "/sessions", { email, password });
    this.tell(true);
  }

  async signOut(): Promise<void> {
    await ask<void>("DELETE", "/sessions");
    this.tell(false);
  }

  /** Run a request; when the session turns out to be over, show the sign-in page. */
  async guarded<T>(request: () => Promise<T>): Promise<T | undefined> {
    try {
      return await request();
    } catch (error) {
      if (error instanceof SignedOut) {
        this.tell(false);
        return undefined;
      }
      throw error;
    }
  }

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(signedIn: boolean): void {
    this.signedIn = signedIn;
    this.listeners.forEach((listener) => listener(this.signedIn));
  }
}

export const session = new SessionState();
