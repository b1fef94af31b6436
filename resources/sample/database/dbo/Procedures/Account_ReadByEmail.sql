-- First half of signing in: everything that is needed to check a password.
CREATE PROCEDURE [dbo].[Account_ReadByEmail]
    @Email NVARCHAR (256)
AS
BEGIN
    SET NOCOUNT ON

    SELECT [Id], [Email], [DisplayName], [PasswordHash], [IsStaff], [FailedSignIns], [LockedUntil]
    FROM [dbo].[Account]
    WHERE [Email] = @Email
END
