CREATE OR ALTER PROCEDURE dbo.Order_Save @Id INT
AS
BEGIN
    SET NOCOUNT ON;
    WITH Recent AS (SELECT Id FROM dbo.[Order])
    SELECT Id INTO #changed FROM Recent;
    MERGE INTO dbo.[Order] AS target USING #changed AS source ON target.Id = source.Id
    WHEN MATCHED THEN UPDATE SET target.CustomerId = 1;
    EXEC dbo.Customer_ReadById @Id;
END
