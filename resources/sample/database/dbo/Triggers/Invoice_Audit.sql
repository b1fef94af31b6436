-- The accountants want to know who changed the state of an invoice and when.
CREATE TRIGGER [dbo].[Invoice_Audit]
ON [dbo].[Invoice]
AFTER UPDATE
AS
BEGIN
    SET NOCOUNT ON

    INSERT INTO [dbo].[AuditEntry] ([TableName], [RowId], [OldStatus], [NewStatus])
    SELECT 'Invoice', N.[Id], O.[Status], N.[Status]
    FROM inserted N
    INNER JOIN deleted O ON O.[Id] = N.[Id]
    WHERE N.[Status] <> O.[Status]
END
