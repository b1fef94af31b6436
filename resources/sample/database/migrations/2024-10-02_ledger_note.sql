CREATE TABLE [dbo].[LedgerNote]
(
    [Id]        INT IDENTITY (1, 1) NOT NULL,
    [InvoiceId] UNIQUEIDENTIFIER NOT NULL,
    [Kind]      VARCHAR (20) NOT NULL,
    [Text]      NVARCHAR (400) NOT NULL,
    CONSTRAINT [PK_LedgerNote] PRIMARY KEY CLUSTERED ([Id]),
    CONSTRAINT [FK_LedgerNote_Invoice] FOREIGN KEY ([InvoiceId]) REFERENCES [dbo].[Invoice] ([Id])
);
GO
