-- Counts wrong passwords; a right one sets the count back and lifts a lock.
CREATE PROCEDURE [dbo].[Account_RecordSignIn]
    @Id          UNIQUEIDENTIFIER,
    @Succeeded   BIT,
    @LockedUntil DATETIME2 (3)
AS
BEGIN
    SET NOCOUNT ON

    UPDATE [dbo].[Account]
    SET
        [FailedSignIns] = CASE WHEN @Succeeded = 1 THEN 0 ELSE [FailedSignIns] + 1 END,
        [LockedUntil] = @LockedUntil
    WHERE [Id] = @Id
END
