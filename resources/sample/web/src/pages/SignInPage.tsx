import { type FormEvent, useState } from "react";

import { Rejection } from "@/api/client";
import { session } from "@/state/session";

const TEXTS: Record<string, string> = {
  sign_in_failed: "The address or the password is wrong.",
  account_locked: "Too many wrong passwords. Try again in a quarter of an hour.",
};

export function SignInPage() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");

  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      await session.signIn(email, password);
    } catch (error) {
      setPassword("");
      setProblem(error instanceof Rejection ? (TEXTS[error.code] ?? error.message) : "The server cannot be reached.");
    }
  }

  return (
    <form onSubmit={submit}>
      <input type="email" autoComplete="username" value={email} onChange={(e) => setEmail(e.target.value)} />
      <input
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(e) => setPassword(e.target.value)}
      />
      <button type="submit">Sign in</button>
      <p role="alert">{problem}</p>
    </form>
  );
}
