CREATE PROCEDURE [dbo].[Refund_Approve]
    @Id         UNIQUEIDENTIFIER,
    @ApprovedBy UNIQUEIDENTIFIER
AS
BEGIN
    SET NOCOUNT ON

    UPDATE [dbo].[Refund]
    SET [Status] = 'Approved', [ApprovedBy] = @ApprovedBy
    WHERE [Id] = @Id AND [Status] = 'Requested' AND [RequestedBy] <> @ApprovedBy
END
