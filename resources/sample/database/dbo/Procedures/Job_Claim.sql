-- Gives the caller the oldest job that is ready and that nobody holds. READPAST skips rows that another worker is just
-- claiming, so workers do not wait for each other.
CREATE PROCEDURE [dbo].[Job_Claim]
    @Owner        VARCHAR (120),
    @LeaseSeconds INT
AS
BEGIN
    SET NOCOUNT ON

    DECLARE @Now DATETIME2 (3) = SYSUTCDATETIME();

    WITH [Ready] AS
    (
        SELECT TOP (1) *
        FROM [dbo].[Job] WITH (UPDLOCK, READPAST, ROWLOCK)
        WHERE [NotBefore] <= @Now AND ([LeaseUntil] IS NULL OR [LeaseUntil] < @Now)
        ORDER BY [NotBefore], [Id]
    )
    UPDATE [Ready]
    SET
        [LeaseOwner] = @Owner,
        [LeaseUntil] = DATEADD(SECOND, @LeaseSeconds, @Now),
        [Attempts] = [Attempts] + 1
    OUTPUT inserted.*
END
