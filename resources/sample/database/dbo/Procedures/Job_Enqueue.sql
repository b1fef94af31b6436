CREATE PROCEDURE [dbo].[Job_Enqueue]
    @Kind      VARCHAR (60),
    @Payload   NVARCHAR (MAX),
    @NotBefore DATETIME2 (3)
AS
BEGIN
    SET NOCOUNT ON

    INSERT INTO [dbo].[Job] ([Kind], [Payload], [NotBefore])
    VALUES (@Kind, @Payload, @NotBefore)
END
