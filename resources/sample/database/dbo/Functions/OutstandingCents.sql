-- What is still to be paid on an invoice: total minus payments plus what was refunded and paid out.
CREATE FUNCTION [dbo].[OutstandingCents] (@InvoiceId UNIQUEIDENTIFIER)
RETURNS BIGINT
AS
BEGIN
    DECLARE @Total BIGINT, @Refunded BIGINT;

    SELECT @Total = [NetCents] + [TaxCents] - [PaidCents]
    FROM [dbo].[Invoice]
    WHERE [Id] = @InvoiceId;

    SELECT @Refunded = COALESCE(SUM([AmountCents]), 0)
    FROM [dbo].[Refund]
    WHERE [InvoiceId] = @InvoiceId AND [Status] = 'PaidOut';

    RETURN @Total + @Refunded;
END
