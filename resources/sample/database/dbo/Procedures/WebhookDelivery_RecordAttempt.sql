-- Notes how a delivery went. An endpoint that has failed for three days on end is switched off.
CREATE PROCEDURE [dbo].[WebhookDelivery_RecordAttempt]
    @Id            BIGINT,
    @StatusCode    INT,
    @NextAttemptAt DATETIME2 (3)
AS
BEGIN
    SET NOCOUNT ON

    DECLARE @Now DATETIME2 (3) = SYSUTCDATETIME()
    DECLARE @IsDelivered BIT = CASE WHEN @StatusCode BETWEEN 200 AND 299 THEN 1 ELSE 0 END

    UPDATE [dbo].[WebhookDelivery]
    SET
        [Attempts] = [Attempts] + 1,
        [LastStatusCode] = @StatusCode,
        [DeliveredAt] = CASE WHEN @IsDelivered = 1 THEN @Now END,
        [NextAttemptAt] = CASE WHEN @IsDelivered = 1 THEN NULL ELSE @NextAttemptAt END
    WHERE [Id] = @Id

    UPDATE E
    SET
        [FailingSince] = CASE WHEN @IsDelivered = 1 THEN NULL ELSE COALESCE(E.[FailingSince], @Now) END,
        [DisabledAt] = CASE
            WHEN @IsDelivered = 0 AND E.[FailingSince] < DATEADD(DAY, -3, @Now) THEN @Now
            ELSE E.[DisabledAt]
        END
    FROM [dbo].[WebhookEndpoint] E
    INNER JOIN [dbo].[WebhookDelivery] D ON D.[EndpointId] = E.[Id]
    WHERE D.[Id] = @Id
END
