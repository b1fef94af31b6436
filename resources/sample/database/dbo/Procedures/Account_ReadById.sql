CREATE PROCEDURE [dbo].[Account_ReadById]
    @Id UNIQUEIDENTIFIER
AS
BEGIN
    SET NOCOUNT ON

    SELECT *
    FROM [dbo].[Account]
    WHERE [Id] = @Id
END
