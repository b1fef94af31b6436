CREATE PROCEDURE [dbo].[Order_ReadById] AS SELECT * FROM dbo.Log
GO
CREATE PROCEDURE [dbo].[Order_Gone] AS DELETE FROM dbo.[Order]
GO
