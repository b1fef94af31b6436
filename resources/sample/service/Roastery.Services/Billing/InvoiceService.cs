using System.Text.Json;
using Roastery.Data;
using Roastery.Data.Repositories;
using Roastery.Domain;
using Roastery.Domain.Billing;
using Roastery.Domain.Orders;

namespace Roastery.Services.Billing;

public interface IInvoiceService
{
    Task<Invoice> DraftForAsync(Order order);

    Task<Invoice> GetAsync(Guid invoiceId);

    Task BookPaymentAsync(Payment payment);
}

/// <summary>Drafts invoices and books what is paid. Sending them is the work of <see cref="InvoiceSender"/>.</summary>
public sealed class InvoiceService : IInvoiceService
{
    private readonly RoasteryContext _context;
    private readonly IInvoiceRepository _invoices;
    private readonly IJobRepository _jobs;
    private readonly IClock _clock;

    public InvoiceService(RoasteryContext context, IInvoiceRepository invoices, IJobRepository jobs, IClock clock)
    {
        _context = context;
        _invoices = invoices;
        _jobs = jobs;
        _clock = clock;
    }

    public async Task<Invoice> DraftForAsync(Order order)
    {
        var invoice = new Invoice
        {
            Id = Guid.NewGuid(),
            OrderId = order.Id,
            AccountId = order.AccountId,
            Net = order.Total(),
            Tax = order.Lines.Aggregate(
                Money.Zero, (sum, line) => sum + TaxCalculator.TaxOn(line.Amount(), line.Sku)),
        };
        _context.Invoices.Add(invoice);
        await _context.SaveChangesAsync();
        await _jobs.EnqueueAsync(
            InvoiceSender.JobKind, JsonSerializer.Serialize(new { invoiceId = invoice.Id }), _clock.UtcNow);
        return invoice;
    }

    public async Task<Invoice> GetAsync(Guid invoiceId) =>
        await _invoices.GetByIdAsync(invoiceId)
            ?? throw new Rejection("invoice_unknown", $"There is no invoice {invoiceId}");

    public async Task BookPaymentAsync(Payment payment)
    {
        var isKnown = _context.Payments.Any(other => other.ProviderReference == payment.ProviderReference);
        if (isKnown)
        {
            return; // providers report a payment until we answer 200, so twice is normal
        }

        var invoice = await _context.Invoices.FindAsync(payment.InvoiceId)
            ?? throw new Rejection("invoice_unknown", $"There is no invoice {payment.InvoiceId}");
        invoice.Paid += payment.Amount;
        if (!(invoice.Outstanding > Money.Zero))
        {
            invoice.Status = InvoiceStatus.Settled;
        }

        _context.Payments.Add(payment);
        await _context.SaveChangesAsync();
    }
}
