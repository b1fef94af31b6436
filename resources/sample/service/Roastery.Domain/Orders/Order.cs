using Roastery.Domain.Billing;

namespace Roastery.Domain.Orders;

/// <summary>What a customer wants roasted and delivered.</summary>
public class Order
{
    public Guid Id { get; set; }

    public Guid AccountId { get; set; }

    public OrderStatus Status { get; set; } = OrderStatus.Draft;

    public DateTime PlacedAt { get; set; }

    public List<OrderLine> Lines { get; set; } = [];

    public Money Total() => Lines.Aggregate(Money.Zero, (sum, line) => sum + line.Amount());

    /// <summary>A placed order can be cancelled until the beans are in the drum.</summary>
    public void Cancel()
    {
        if (Status is OrderStatus.Roasting or OrderStatus.Shipped)
        {
            throw new Rejection("order_in_progress", $"Order {Id} is {Status} and cannot be cancelled");
        }

        Status = OrderStatus.Cancelled;
    }
}

/// <summary>One kind of coffee in an order.</summary>
public class OrderLine
{
    public Guid OrderId { get; set; }

    public int Position { get; set; }

    public string Sku { get; set; } = "";

    public int Bags { get; set; }

    public Money PricePerBag { get; set; }

    public Money Amount() => PricePerBag * Bags;
}

public enum OrderStatus
{
    Draft,
    Placed,
    Roasting,
    Shipped,
    Cancelled,
}
