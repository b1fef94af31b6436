CREATE PROCEDURE [dbo].[Session_Delete]
    @Id UNIQUEIDENTIFIER
AS
BEGIN
    SET NOCOUNT ON

    DELETE FROM [dbo].[Session]
    WHERE [Id] = @Id
END
