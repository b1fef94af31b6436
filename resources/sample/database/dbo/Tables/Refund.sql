CREATE TABLE [dbo].[Refund]
(
    [Id]             UNIQUEIDENTIFIER NOT NULL,
    [InvoiceId]      UNIQUEIDENTIFIER NOT NULL,
    [AmountCents]    BIGINT NOT NULL,
    [Reason]         NVARCHAR (400) NOT NULL,
    [Status]         VARCHAR (20) NOT NULL,
    [RequestedBy]    UNIQUEIDENTIFIER NOT NULL,
    [ApprovedBy]     UNIQUEIDENTIFIER NULL,
    [IdempotencyKey] VARCHAR (80) NOT NULL,
    [CreatedAt]      DATETIME2 (3) CONSTRAINT [DF_Refund_CreatedAt] DEFAULT (SYSUTCDATETIME()) NOT NULL,
    CONSTRAINT [PK_Refund] PRIMARY KEY CLUSTERED ([Id]),
    CONSTRAINT [FK_Refund_Invoice] FOREIGN KEY ([InvoiceId]) REFERENCES [dbo].[Invoice] ([Id]),
    CONSTRAINT [FK_Refund_RequestedBy] FOREIGN KEY ([RequestedBy]) REFERENCES [dbo].[Account] ([Id]),
    CONSTRAINT [UQ_Refund_Key] UNIQUE ([RequestedBy], [IdempotencyKey])
);
