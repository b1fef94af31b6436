/** Show cents in the reader's language; amounts are whole cents everywhere, only people see a comma. */
export function formatCents(cents: number, locale = navigator.language): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(cents / 100);
}

/** Read what a person typed, with comma or point; null when it is no amount. */
export function parseCents(text: string): number | null {
  const match = /^\s*(\d+)(?:[.,](\d{1,2}))?\s*$/.exec(text);
  if (!match) {
    return null;
  }
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
