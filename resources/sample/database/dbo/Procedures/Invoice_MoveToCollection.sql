-- Three reminders were not answered: the agency takes over, we send nothing more.
CREATE PROCEDURE [dbo].[Invoice_MoveToCollection]
    @Id UNIQUEIDENTIFIER
AS
BEGIN
    SET NOCOUNT ON

    UPDATE [dbo].[Invoice]
    SET [Status] = 'InCollection'
    WHERE [Id] = @Id AND [Status] = 'Sent'
END
