-- Reading is using: LastSeenAt moves, but at most once a minute, so that a busy page does not write all the time.
CREATE PROCEDURE [dbo].[Session_ReadByTokenHash]
    @TokenHash BINARY (32)
AS
BEGIN
    SET NOCOUNT ON

    UPDATE [dbo].[Session]
    SET [LastSeenAt] = SYSUTCDATETIME()
    WHERE [TokenHash] = @TokenHash AND [LastSeenAt] < DATEADD(MINUTE, -1, SYSUTCDATETIME())

    SELECT [Id], [AccountId], [TokenHash], [CreatedAt], [LastSeenAt]
    FROM [dbo].[Session]
    WHERE [TokenHash] = @TokenHash
END
