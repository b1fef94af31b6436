using Roastery.Data.Repositories;
using Roastery.Domain;
using Roastery.Domain.Orders;
using Roastery.Services.Billing;
using Roastery.Services.Webhooks;

namespace Roastery.Services.Orders;

public interface IOrderService
{
    Task<Order> PlaceAsync(Guid accountId, IReadOnlyList<OrderLine> lines);

    Task CancelAsync(Guid orderId);
}

public sealed class OrderService : IOrderService
{
    private const int MaxBagsPerOrder = 240;

    private readonly IOrderRepository _orders;
    private readonly IInvoiceService _invoices;
    private readonly IWebhookDispatcher _webhooks;
    private readonly IClock _clock;

    public OrderService(
        IOrderRepository orders, IInvoiceService invoices, IWebhookDispatcher webhooks, IClock clock)
    {
        _orders = orders;
        _invoices = invoices;
        _webhooks = webhooks;
        _clock = clock;
    }

    public async Task<Order> PlaceAsync(Guid accountId, IReadOnlyList<OrderLine> lines)
    {
        if (lines.Count == 0)
        {
            throw new Rejection("order_empty", "An order needs at least one line");
        }

        // One drum holds sixty kilograms; more than four drums are agreed by telephone.
        if (lines.Sum(line => line.Bags) > MaxBagsPerOrder)
        {
            throw new Rejection("order_too_large", $"More than {MaxBagsPerOrder} bags are ordered by telephone");
        }

        var order = new Order
        {
            Id = Guid.NewGuid(),
            AccountId = accountId,
            Status = OrderStatus.Placed,
            PlacedAt = _clock.UtcNow,
            Lines = lines.ToList(),
        };
        await _orders.AddAsync(order);
        await _invoices.DraftForAsync(order);
        await _webhooks.PublishAsync(accountId, "order.placed", new { orderId = order.Id });
        return order;
    }

    public async Task CancelAsync(Guid orderId)
    {
        var order = await _orders.GetWithLinesAsync(orderId)
            ?? throw new Rejection("order_unknown", $"There is no order {orderId}");
        order.Cancel();
        await _orders.SaveAsync();
        await _webhooks.PublishAsync(order.AccountId, "order.cancelled", new { orderId });
    }
}
