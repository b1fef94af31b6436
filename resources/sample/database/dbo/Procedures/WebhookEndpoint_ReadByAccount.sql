CREATE PROCEDURE [dbo].[WebhookEndpoint_ReadByAccount]
    @AccountId UNIQUEIDENTIFIER
AS
BEGIN
    SET NOCOUNT ON

    SELECT [Id], [AccountId], [Url], [SigningKey], [Events], [DisabledAt]
    FROM [dbo].[WebhookEndpoint]
    WHERE [AccountId] = @AccountId
END
