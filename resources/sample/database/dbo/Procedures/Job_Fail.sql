-- Gives a job back. Without a time it is dead: it stays in the table for a person to look at.
CREATE PROCEDURE [dbo].[Job_Fail]
    @Id        BIGINT,
    @Owner     VARCHAR (120),
    @Error     NVARCHAR (2000),
    @NotBefore DATETIME2 (3)
AS
BEGIN
    SET NOCOUNT ON

    UPDATE [dbo].[Job]
    SET [LeaseOwner] = NULL, [LeaseUntil] = NULL, [LastError] = @Error, [NotBefore] = @NotBefore
    WHERE [Id] = @Id AND [LeaseOwner] = @Owner
END
