CREATE VIEW [dbo].[OrderView] AS
SELECT o.Id, SUBSTRING(c.Name, 1, 3) AS Short
FROM ((dbo.[Order] o INNER JOIN dbo.Customer c ON c.Id = o.CustomerId) LEFT JOIN [Language] l ON l.Id = 1)
