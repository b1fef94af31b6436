-- Nothing reads it any more since reminders are counted on the invoice (2025-02-11).
DROP TABLE IF EXISTS [dbo].[LedgerNote];
GO
