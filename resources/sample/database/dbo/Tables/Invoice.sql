-- Number is drawn when the invoice is sent for the first time: drafts that are thrown away leave no gap.
CREATE TABLE [dbo].[Invoice]
(
    [Id]            UNIQUEIDENTIFIER NOT NULL,
    [OrderId]       UNIQUEIDENTIFIER NOT NULL,
    [AccountId]     UNIQUEIDENTIFIER NOT NULL,
    [Number]        INT NULL,
    [Status]        VARCHAR (20) CONSTRAINT [DF_Invoice_Status] DEFAULT ('Draft') NOT NULL,
    [NetCents]      BIGINT NOT NULL,
    [TaxCents]      BIGINT NOT NULL,
    [PaidCents]     BIGINT CONSTRAINT [DF_Invoice_PaidCents] DEFAULT (0) NOT NULL,
    [SentAt]        DATETIME2 (3) NULL,
    [DueAt]         DATETIME2 (3) NULL,
    [ReminderLevel] TINYINT CONSTRAINT [DF_Invoice_ReminderLevel] DEFAULT (0) NOT NULL,
    CONSTRAINT [PK_Invoice] PRIMARY KEY CLUSTERED ([Id]),
    CONSTRAINT [FK_Invoice_Order] FOREIGN KEY ([OrderId]) REFERENCES [dbo].[Order] ([Id]),
    CONSTRAINT [FK_Invoice_Account] FOREIGN KEY ([AccountId]) REFERENCES [dbo].[Account] ([Id])
);
GO

CREATE UNIQUE NONCLUSTERED INDEX [UX_Invoice_Number] ON [dbo].[Invoice] ([Number]) WHERE [Number] IS NOT NULL;
