namespace Roastery.Domain.Billing;

/// <summary>Money that came in for an invoice, as the payment provider reported it.</summary>
public class Payment
{
    public Guid Id { get; set; }

    public Guid InvoiceId { get; set; }

    public Money Amount { get; set; }

    /// <summary>The provider's own number: the same payment reported twice is booked once.</summary>
    public string ProviderReference { get; set; } = "";

    public DateTime ReceivedAt { get; set; }
}
