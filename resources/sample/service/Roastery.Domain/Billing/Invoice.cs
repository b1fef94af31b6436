namespace Roastery.Domain.Billing;

/// <summary>A demand for payment of one order. Once sent it is never changed, only settled, refunded or written off.</summary>
public class Invoice
{
    public Guid Id { get; set; }

    public Guid OrderId { get; set; }

    public Guid AccountId { get; set; }

    /// <summary>Without gaps, as the tax office wants it; drawn when the invoice is sent for the first time.</summary>
    public int? Number { get; set; }

    public InvoiceStatus Status { get; set; } = InvoiceStatus.Draft;

    public Money Net { get; set; }

    public Money Tax { get; set; }

    public Money Paid { get; set; }

    public DateTime? SentAt { get; set; }

    public DateTime? DueAt { get; set; }

    /// <summary>How many reminders went out: 0 to 3.</summary>
    public int ReminderLevel { get; set; }

    public Money Total => Net + Tax;

    public Money Outstanding => Total - Paid;

    public bool IsOverdue(DateTime now) =>
        Status == InvoiceStatus.Sent && DueAt is { } due && now > due && Outstanding > Money.Zero;
}

public enum InvoiceStatus
{
    Draft,
    Sent,
    Settled,
    InCollection,
    WrittenOff,
}
