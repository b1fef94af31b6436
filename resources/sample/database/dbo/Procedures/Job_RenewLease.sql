-- Prolongs a lease that is still ours. No row changes when it ran out and somebody else claimed the job.
CREATE PROCEDURE [dbo].[Job_RenewLease]
    @Id           BIGINT,
    @Owner        VARCHAR (120),
    @LeaseSeconds INT
AS
BEGIN
    UPDATE [dbo].[Job]
    SET [LeaseUntil] = DATEADD(SECOND, @LeaseSeconds, SYSUTCDATETIME())
    WHERE [Id] = @Id AND [LeaseOwner] = @Owner
END
