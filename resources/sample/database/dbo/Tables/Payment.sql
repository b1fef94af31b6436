CREATE TABLE [dbo].[Payment]
(
    [Id]                UNIQUEIDENTIFIER NOT NULL,
    [InvoiceId]         UNIQUEIDENTIFIER NOT NULL,
    [AmountCents]       BIGINT NOT NULL,
    [ProviderReference] VARCHAR (80) NOT NULL,
    [ReceivedAt]        DATETIME2 (3) NOT NULL,
    CONSTRAINT [PK_Payment] PRIMARY KEY CLUSTERED ([Id]),
    CONSTRAINT [FK_Payment_Invoice] FOREIGN KEY ([InvoiceId]) REFERENCES [dbo].[Invoice] ([Id]),
    CONSTRAINT [UQ_Payment_ProviderReference] UNIQUE ([ProviderReference])
);
