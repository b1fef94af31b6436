CREATE PROCEDURE [dbo].[WebhookDelivery_Enqueue]
    @EndpointId UNIQUEIDENTIFIER,
    @EventName  VARCHAR (60),
    @Body       NVARCHAR (MAX)
AS
BEGIN
    SET NOCOUNT ON

    INSERT INTO [dbo].[WebhookDelivery] ([EndpointId], [EventName], [Body], [NextAttemptAt])
    VALUES (@EndpointId, @EventName, @Body, SYSUTCDATETIME())
END
