import { useMemo, useState } from "react";

import { Rejection } from "@/api/client";
import { type Invoice, requestRefund } from "@/api/invoices";
import { formatCents, parseCents } from "@/lib/money";

interface Props {
  invoice: Invoice;
  onClose: () => void;
}

/** One key a dialog: pressing the button twice asks once. */
export function RefundDialog({ invoice, onClose }: Props) {
  const key = useMemo(() => crypto.randomUUID(), []);
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState("");

  async function submit() {
    const cents = parseCents(amount);
    if (cents === null) {
      setProblem("This is no amount.");
      return;
    }
    try {
      await requestRefund(invoice.id, cents, reason, key);
      onClose();
    } catch (error) {
      setProblem(error instanceof Rejection ? error.message : "The server cannot be reached.");
    }
  }

  return (
    <dialog open>
      <p>Paid so far: {formatCents(invoice.totalCents - invoice.outstandingCents)}</p>
      <input value={amount} onChange={(e) => setAmount(e.target.value)} />
      <input value={reason} onChange={(e) => setReason(e.target.value)} />
      <button onClick={() => void submit()}>Send</button>
      <p role="alert">{problem}</p>
    </dialog>
  );
}
