CREATE PROCEDURE [dbo].[Job_Complete]
    @Id    BIGINT,
    @Owner VARCHAR (120)
AS
BEGIN
    SET NOCOUNT ON

    DELETE FROM [dbo].[Job]
    WHERE [Id] = @Id AND [LeaseOwner] = @Owner
END
