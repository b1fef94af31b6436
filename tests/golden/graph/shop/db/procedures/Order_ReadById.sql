CREATE PROCEDURE [dbo].[Order_ReadById] @Id INT
AS
BEGIN
    SET NOCOUNT ON
    UPDATE l SET l.Text = 'read' FROM dbo.Log l WHERE l.Id = @Id
    SELECT * FROM [dbo].[OrderView] WHERE [Id] = @Id
END
