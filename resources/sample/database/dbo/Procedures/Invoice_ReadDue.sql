-- Invoices whose next reminder may be due. The days between reminders are not decided here but in DunningPolicy.
CREATE PROCEDURE [dbo].[Invoice_ReadDue]
    @Now DATETIME2 (3)
AS
BEGIN
    SET NOCOUNT ON

    SELECT [Id]
    FROM [dbo].[OpenInvoiceView]
    WHERE [DueAt] < @Now AND [OutstandingCents] > 0
    ORDER BY [DueAt], [Id]
END
