CREATE TABLE [dbo].[WebhookDelivery]
(
    [Id]             BIGINT IDENTITY (1, 1) NOT NULL,
    [EndpointId]     UNIQUEIDENTIFIER NOT NULL,
    [EventName]      VARCHAR (60) NOT NULL,
    [Body]           NVARCHAR (MAX) NOT NULL,
    [Attempts]       INT CONSTRAINT [DF_WebhookDelivery_Attempts] DEFAULT (0) NOT NULL,
    [NextAttemptAt]  DATETIME2 (3) NULL,
    [LastStatusCode] INT NULL,
    [DeliveredAt]    DATETIME2 (3) NULL,
    CONSTRAINT [PK_WebhookDelivery] PRIMARY KEY CLUSTERED ([Id]),
    CONSTRAINT [FK_WebhookDelivery_Endpoint] FOREIGN KEY ([EndpointId]) REFERENCES [dbo].[WebhookEndpoint] ([Id])
);
