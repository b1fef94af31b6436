CREATE PROCEDURE dbo.Customer_ReadById @Id INT AS
SELECT c.*, dbo.Customer_Rank(c.Id) FROM dbo.Customer c, Language
GO
CREATE FUNCTION dbo.Customer_Rank (@Id INT) RETURNS INT AS BEGIN RETURN (SELECT COUNT(*) FROM dbo.[Order] WHERE CustomerId = @Id) END
GO
CREATE TRIGGER dbo.Customer_Changed ON dbo.Customer AFTER INSERT, UPDATE AS
BEGIN
    INSERT INTO dbo.Log (Id) SELECT Id FROM inserted
END
