-- Sent and not fully paid: what dunning and the account page look at.
CREATE VIEW [dbo].[OpenInvoiceView]
AS
SELECT
    I.[Id],
    I.[Number],
    I.[AccountId],
    A.[Email],
    I.[DueAt],
    I.[ReminderLevel],
    [dbo].[OutstandingCents](I.[Id]) AS [OutstandingCents]
FROM [dbo].[Invoice] I
INNER JOIN [dbo].[Account] A ON A.[Id] = I.[AccountId]
WHERE I.[Status] = 'Sent'
