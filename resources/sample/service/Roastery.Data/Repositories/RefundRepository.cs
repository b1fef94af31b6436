using Roastery.Domain.Billing;

namespace Roastery.Data.Repositories;

public interface IRefundRepository : IRepository<Refund>
{
    Task<Guid> CreateAsync(Refund refund);

    Task ApproveAsync(Guid refundId, Guid approvedBy);
}

public sealed class RefundRepository : Repository<Refund>, IRefundRepository
{
    public RefundRepository(IConnectionFactory connections)
        : base(connections)
    {
    }

    /// <summary>
    /// Returns the refund's id; with a key that was seen before it is the id of the refund that is already there.
    /// The procedure checks what is left to refund under a lock, so two requests at once cannot pay out twice.
    /// </summary>
    public Task<Guid> CreateAsync(Refund refund) =>
        ReadOneAsync<Guid>(
            "[dbo].[Refund_Create]",
            new
            {
                refund.Id,
                refund.InvoiceId,
                AmountCents = refund.Amount.Cents,
                refund.Reason,
                refund.RequestedBy,
                refund.IdempotencyKey,
            });

    public Task ApproveAsync(Guid refundId, Guid approvedBy) =>
        ExecuteAsync("[dbo].[Refund_Approve]", new { Id = refundId, ApprovedBy = approvedBy });
}
