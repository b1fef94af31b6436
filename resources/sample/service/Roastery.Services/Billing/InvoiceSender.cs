using Roastery.Data.Repositories;
using Roastery.Domain;
using Roastery.Domain.Billing;
using Roastery.Services.Jobs;
using Roastery.Services.Webhooks;

namespace Roastery.Services.Billing;

/// <summary>Where mails leave the house.</summary>
public interface IMailer
{
    Task SendAsync(Guid accountId, string template, object values);
}

/// <summary>
/// Sends an invoice for the first time, and again as a reminder while it stays unpaid. The level is written after the
/// mail is out: a crash in between sends a mail twice rather than never.
/// </summary>
public sealed class InvoiceSender : IJobHandler
{
    public const string JobKind = "invoice.send";

    private readonly IInvoiceRepository _invoices;
    private readonly IMailer _mailer;
    private readonly IWebhookDispatcher _webhooks;
    private readonly IClock _clock;

    public InvoiceSender(
        IInvoiceRepository invoices, IMailer mailer, IWebhookDispatcher webhooks, IClock clock)
    {
        _invoices = invoices;
        _mailer = mailer;
        _webhooks = webhooks;
        _clock = clock;
    }

    public string Kind => JobKind;

    public async Task RunAsync(JobPayload payload, CancellationToken stop)
    {
        var invoice = await _invoices.GetByIdAsync(payload.Guid("invoiceId"))
            ?? throw new Rejection("invoice_unknown", "The invoice of this job is gone");
        if (invoice.Status == InvoiceStatus.Draft)
        {
            await SendFirstAsync(invoice);
            return;
        }

        switch (DunningPolicy.Next(invoice, _clock.UtcNow))
        {
            case DunningStep.Remind:
                await SendAgainAsync(invoice);
                break;
            case DunningStep.HandOver:
                await _invoices.MoveToCollectionAsync(invoice.Id);
                break;
        }
    }

    private async Task SendFirstAsync(Invoice invoice)
    {
        var now = _clock.UtcNow;
        await _mailer.SendAsync(invoice.AccountId, "invoice", new { invoice.Id, invoice.Total });
        var number = await _invoices.MarkSentAsync(invoice.Id, now, now + DunningPolicy.PaymentTerm, reminderLevel: 0);
        await _webhooks.PublishAsync(invoice.AccountId, "invoice.sent", new { invoiceId = invoice.Id, number });
    }

    private async Task SendAgainAsync(Invoice invoice)
    {
        var level = invoice.ReminderLevel + 1;
        await _mailer.SendAsync(
            invoice.AccountId, $"reminder-{level}", new { invoice.Number, invoice.Outstanding });
        await _invoices.MarkSentAsync(invoice.Id, _clock.UtcNow, invoice.DueAt!.Value, level);
        await _webhooks.PublishAsync(
            invoice.AccountId, "invoice.reminded", new { invoiceId = invoice.Id, level });
    }
}
