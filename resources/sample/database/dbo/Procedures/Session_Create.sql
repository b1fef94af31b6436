CREATE PROCEDURE [dbo].[Session_Create]
    @Id        UNIQUEIDENTIFIER,
    @AccountId UNIQUEIDENTIFIER,
    @TokenHash BINARY (32)
AS
BEGIN
    SET NOCOUNT ON

    INSERT INTO [dbo].[Session] ([Id], [AccountId], [TokenHash])
    VALUES (@Id, @AccountId, @TokenHash)
END
