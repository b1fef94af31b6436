CREATE PROCEDURE [dbo].[Invoice_ReadById]
    @Id UNIQUEIDENTIFIER
AS
BEGIN
    SET NOCOUNT ON

    SELECT *
    FROM [dbo].[Invoice]
    WHERE [Id] = @Id
END
