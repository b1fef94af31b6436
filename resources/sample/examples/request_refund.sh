#!/bin/sh
# Ask for money back from the shell. The key makes it safe to run this twice with the same arguments.
# Usage: TOKEN=... ./request_refund.sh INVOICE_ID CENTS "REASON"
set -eu

key=$(printf '%s' "$1-$2-$3" | sha256sum | cut -c1-32)
curl --fail-with-body -X POST "https://api.roastery.example/refunds" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Idempotency-Key: $key" \
  -H "Content-Type: application/json" \
  -d "{\"invoiceId\": \"$1\", \"amountCents\": $2, \"reason\": \"$3\"}"
