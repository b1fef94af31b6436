using Microsoft.EntityFrameworkCore;
using Roastery.Domain.Billing;

namespace Roastery.Data.Repositories;

public interface IInvoiceRepository : IRepository<Invoice>
{
    Task<IReadOnlyList<Invoice>> ListForAccountAsync(Guid accountId, int limit);

    Task<IReadOnlyList<Guid>> ListDueForReminderAsync(DateTime now);

    Task<int> MarkSentAsync(Guid invoiceId, DateTime sentAt, DateTime dueAt, int reminderLevel);

    Task MoveToCollectionAsync(Guid invoiceId);
}

public sealed class InvoiceRepository : Repository<Invoice>, IInvoiceRepository
{
    private readonly RoasteryContext _context;

    public InvoiceRepository(IConnectionFactory connections, RoasteryContext context)
        : base(connections)
    {
        _context = context;
    }

    public async Task<IReadOnlyList<Invoice>> ListForAccountAsync(Guid accountId, int limit) =>
        await _context.Invoices
            .Where(invoice => invoice.AccountId == accountId)
            .OrderByDescending(invoice => invoice.SentAt)
            .Take(limit)
            .ToListAsync();

    public Task<IReadOnlyList<Guid>> ListDueForReminderAsync(DateTime now) =>
        ReadManyAsync<Guid>("[dbo].[Invoice_ReadDue]", new { Now = now });

    /// <summary>Returns the invoice's number, drawn on the first sending and kept ever after.</summary>
    public Task<int> MarkSentAsync(Guid invoiceId, DateTime sentAt, DateTime dueAt, int reminderLevel) =>
        ReadOneAsync<int>(
            "[dbo].[Invoice_MarkSent]",
            new { Id = invoiceId, SentAt = sentAt, DueAt = dueAt, ReminderLevel = reminderLevel });

    public Task MoveToCollectionAsync(Guid invoiceId) =>
        ExecuteAsync("[dbo].[Invoice_MoveToCollection]", new { Id = invoiceId });
}
