CREATE TABLE [dbo].[Order] (
    [Id] INT NOT NULL PRIMARY KEY,
    [CustomerId] INT NOT NULL,
    CONSTRAINT [FK_Order_Customer] FOREIGN KEY ([CustomerId]) REFERENCES [dbo].[Customer] ([Id]) ON DELETE CASCADE ON UPDATE CASCADE
);
GO
CREATE NONCLUSTERED INDEX [IX_Order_Customer] ON [dbo].[Order] ([CustomerId]);
