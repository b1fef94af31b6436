import { useEffect, useState } from "react";

import { type Invoice, listInvoices } from "@/api/invoices";
import { formatCents } from "@/lib/money";
import { session } from "@/state/session";
import { RefundDialog } from "./RefundDialog";

export function InvoicesPage() {
  const [invoices, setInvoices] = useState<Invoice[]>([]);
  const [refunding, setRefunding] = useState<Invoice | null>(null);

  useEffect(() => {
    void session.guarded(listInvoices).then((found) => setInvoices(found ?? []));
  }, []);

  return (
    <main>
      <table>
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id}>
              <td>{invoice.number ?? "draft"}</td>
              <td>{formatCents(invoice.totalCents)}</td>
              <td>{describe(invoice)}</td>
              <td>
                <button onClick={() => setRefunding(invoice)}>Ask for money back</button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {refunding && <RefundDialog invoice={refunding} onClose={() => setRefunding(null)} />}
    </main>
  );
}

function describe(invoice: Invoice): string {
  if (invoice.status !== "Sent") {
    return invoice.status;
  }
  return invoice.reminderLevel > 0 ? `reminded ${invoice.reminderLevel} of 3 times` : "open";
}
