-- Reminders used to be rows of LedgerNote; since this script the invoice itself knows how many went out.
IF COL_LENGTH('dbo.Invoice', 'ReminderLevel') IS NULL
BEGIN
    ALTER TABLE [dbo].[Invoice]
        ADD [ReminderLevel] TINYINT CONSTRAINT [DF_Invoice_ReminderLevel] DEFAULT (0) NOT NULL;
END
GO

UPDATE I
SET [ReminderLevel] = N.[Reminders]
FROM [dbo].[Invoice] I
INNER JOIN
(
    SELECT [InvoiceId], COUNT(*) AS [Reminders]
    FROM [dbo].[LedgerNote]
    WHERE [Kind] = 'reminder'
    GROUP BY [InvoiceId]
) N ON N.[InvoiceId] = I.[Id];
GO
