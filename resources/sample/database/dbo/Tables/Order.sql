CREATE TABLE [dbo].[Order]
(
    [Id]        UNIQUEIDENTIFIER NOT NULL,
    [AccountId] UNIQUEIDENTIFIER NOT NULL,
    [Status]    VARCHAR (20) NOT NULL,
    [PlacedAt]  DATETIME2 (3) NOT NULL,
    CONSTRAINT [PK_Order] PRIMARY KEY CLUSTERED ([Id]),
    CONSTRAINT [FK_Order_Account] FOREIGN KEY ([AccountId]) REFERENCES [dbo].[Account] ([Id]),
    CONSTRAINT [CK_Order_Status] CHECK ([Status] IN ('Draft', 'Placed', 'Roasting', 'Shipped', 'Cancelled'))
);
GO

CREATE NONCLUSTERED INDEX [IX_Order_Account] ON [dbo].[Order] ([AccountId], [PlacedAt] DESC);
