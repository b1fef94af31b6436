using Shop.Data;

namespace Shop.Web;

public static class Money
{
    public static decimal Rounded(decimal value) => value;
}

[Audited]
public class Checkout(IOrderRepository orders)
{
    private readonly Dictionary<int, Order> _known = new();

    public async Task<decimal> Pay(int id)
    {
        var order = await orders.GetAsync(id);
        order.Touch();
        if (_known.TryGetValue(id, out var seen)) { seen.Touch(); }
        if (order.IsLarge()) { this.Notify("large".Shorten(3)); }
        var customer = await orders.GetCustomerAsync(id).ConfigureAwait(false);
        customer.Latest().Total();
        await orders.SaveAsync(order);
        return Rounded(order.Total());
    }

    private void Notify(string text) => new Mailer().Send(text);

    public void Unknown(dynamic thing) { thing.Total(); thing.Add(1); }

    public bool TryGetValue(int id) => false;
}

public class Mailer { public void Send(string text) { } }
public class AuditedAttribute : Attribute { }
