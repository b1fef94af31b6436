CREATE TABLE [dbo].[OrderLine]
(
    [OrderId]          UNIQUEIDENTIFIER NOT NULL,
    [Position]         INT NOT NULL,
    [Sku]              VARCHAR (40) NOT NULL,
    [Bags]             INT NOT NULL,
    [PricePerBagCents] BIGINT NOT NULL,
    CONSTRAINT [PK_OrderLine] PRIMARY KEY CLUSTERED ([OrderId], [Position]),
    CONSTRAINT [FK_OrderLine_Order] FOREIGN KEY ([OrderId]) REFERENCES [dbo].[Order] ([Id]) ON DELETE CASCADE,
    CONSTRAINT [CK_OrderLine_Bags] CHECK ([Bags] > 0)
);
