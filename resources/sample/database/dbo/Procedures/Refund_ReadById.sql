CREATE PROCEDURE [dbo].[Refund_ReadById]
    @Id UNIQUEIDENTIFIER
AS
BEGIN
    SET NOCOUNT ON

    SELECT *
    FROM [dbo].[Refund]
    WHERE [Id] = @Id
END
