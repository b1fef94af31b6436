CREATE TABLE [dbo].[WebhookEndpoint]
(
    [Id]           UNIQUEIDENTIFIER NOT NULL,
    [AccountId]    UNIQUEIDENTIFIER NOT NULL,
    [Url]          NVARCHAR (400) NOT NULL,
    [SigningKey]   VARBINARY (64) NOT NULL,
    [Events]       VARCHAR (400) NOT NULL,
    [FailingSince] DATETIME2 (3) NULL,
    [DisabledAt]   DATETIME2 (3) NULL,
    CONSTRAINT [PK_WebhookEndpoint] PRIMARY KEY CLUSTERED ([Id]),
    CONSTRAINT [FK_WebhookEndpoint_Account] FOREIGN KEY ([AccountId]) REFERENCES [dbo].[Account] ([Id])
);
