using Roastery.Data.Repositories;
using Roastery.Domain;
using Roastery.Domain.Billing;
using Roastery.Services.Webhooks;

namespace Roastery.Services.Billing;

public interface IRefundService
{
    Task<Guid> RequestAsync(Refund refund);

    Task ApproveAsync(Guid refundId, Guid approver);
}

/// <summary>Gives money back, within the rules of docs/Refund policy.docx.</summary>
public sealed class RefundService : IRefundService
{
    private readonly IRefundRepository _refunds;
    private readonly IInvoiceRepository _invoices;
    private readonly IWebhookDispatcher _webhooks;
    private readonly IClock _clock;

    public RefundService(
        IRefundRepository refunds, IInvoiceRepository invoices, IWebhookDispatcher webhooks, IClock clock)
    {
        _refunds = refunds;
        _invoices = invoices;
        _webhooks = webhooks;
        _clock = clock;
    }

    /// <summary>
    /// Returns the refund's id. Small amounts are approved at once; larger ones wait for <see cref="ApproveAsync"/>.
    /// </summary>
    public async Task<Guid> RequestAsync(Refund refund)
    {
        var invoice = await _invoices.GetByIdAsync(refund.InvoiceId)
            ?? throw new Rejection("invoice_unknown", $"There is no invoice {refund.InvoiceId}");
        CheckWindow(invoice);
        if (refund.Amount > invoice.Paid)
        {
            throw new Rejection("refund_exceeds_paid", $"Only {invoice.Paid} were paid");
        }

        var id = await _refunds.CreateAsync(refund);
        if (!refund.NeedsApproval)
        {
            await _webhooks.PublishAsync(invoice.AccountId, "refund.created", new { refundId = id });
        }

        return id;
    }

    public async Task ApproveAsync(Guid refundId, Guid approver)
    {
        var refund = await _refunds.GetByIdAsync(refundId)
            ?? throw new Rejection("refund_unknown", $"There is no refund {refundId}");
        refund.Approve(approver);
        await _refunds.ApproveAsync(refund.Id, approver);
    }

    private void CheckWindow(Invoice invoice)
    {
        var lastDay = invoice.SentAt?.AddDays(Refund.DaysAfterSending);
        if (lastDay is null || _clock.UtcNow > lastDay)
        {
            throw new Rejection("refund_too_late", $"Refunds end {Refund.DaysAfterSending} days after the invoice was sent");
        }
    }
}
