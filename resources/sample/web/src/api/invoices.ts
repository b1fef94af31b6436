import { ask } from "@/api/client";

export interface Invoice {
  id: string;
  number: number | null;
  status: "Draft" | "Sent" | "Settled" | "InCollection" | "WrittenOff";
  totalCents: number;
  outstandingCents: number;
  dueAt: string | null;
  reminderLevel: number;
}

export const listInvoices = () => ask<Invoice[]>("GET", "/invoices");

export const getInvoice = (id: string) => ask<Invoice>("GET", `/invoices/${id}`);

/** Ask for money back. The key makes a double click harmless: the server answers with the same refund. */
export function requestRefund(invoiceId: string, amountCents: number, reason: string, key: string) {
  return ask<{ id: string }>("POST", "/refunds", { invoiceId, amountCents, reason }, key);
}
