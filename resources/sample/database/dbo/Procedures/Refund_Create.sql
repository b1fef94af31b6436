-- Creates a refund, or gives back the one that was made with this key before. The invoice's row is locked while what is
-- left is added up: two requests at once cannot together exceed what was paid.
CREATE PROCEDURE [dbo].[Refund_Create]
    @Id             UNIQUEIDENTIFIER,
    @InvoiceId      UNIQUEIDENTIFIER,
    @AmountCents    BIGINT,
    @Reason         NVARCHAR (400),
    @RequestedBy    UNIQUEIDENTIFIER,
    @IdempotencyKey VARCHAR (80)
AS
BEGIN
    SET NOCOUNT ON
    SET XACT_ABORT ON

    BEGIN TRANSACTION

    DECLARE @Paid BIGINT
    SELECT @Paid = [PaidCents]
    FROM [dbo].[Invoice] WITH (UPDLOCK)
    WHERE [Id] = @InvoiceId

    DECLARE @Existing UNIQUEIDENTIFIER
    SELECT @Existing = [Id]
    FROM [dbo].[Refund]
    WHERE [RequestedBy] = @RequestedBy AND [IdempotencyKey] = @IdempotencyKey

    IF @Existing IS NULL
    BEGIN
        DECLARE @Refunded BIGINT
        SELECT @Refunded = COALESCE(SUM([AmountCents]), 0)
        FROM [dbo].[Refund]
        WHERE [InvoiceId] = @InvoiceId AND [Status] <> 'Rejected'

        IF @Refunded + @AmountCents > @Paid
            THROW 50001, 'The refunds of an invoice cannot exceed what was paid', 1;

        INSERT INTO [dbo].[Refund] ([Id], [InvoiceId], [AmountCents], [Reason], [Status], [RequestedBy], [IdempotencyKey])
        VALUES
        (
            @Id,
            @InvoiceId,
            @AmountCents,
            @Reason,
            CASE WHEN @AmountCents > 20000 THEN 'Requested' ELSE 'Approved' END,
            @RequestedBy,
            @IdempotencyKey
        )
    END

    COMMIT TRANSACTION

    SELECT COALESCE(@Existing, @Id)
END
