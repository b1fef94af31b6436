-- One row an account, with what it owes in all.
CREATE VIEW [dbo].[AccountBalanceView]
AS
SELECT
    O.[AccountId],
    COUNT_BIG(*) AS [OpenInvoices],
    SUM(O.[OutstandingCents]) AS [OwedCents],
    MIN(O.[DueAt]) AS [OldestDueAt]
FROM [dbo].[OpenInvoiceView] O
GROUP BY O.[AccountId]
