namespace Roastery.Domain.Webhooks;

/// <summary>An address of a customer that wants to hear what happens to their orders.</summary>
public class WebhookEndpoint
{
    public Guid Id { get; set; }

    public Guid AccountId { get; set; }

    public string Url { get; set; } = "";

    /// <summary>Shared with the customer; both sides compute signatures with it.</summary>
    public byte[] SigningKey { get; set; } = [];

    /// <summary>Comma-separated event names, or <c>*</c>.</summary>
    public string Events { get; set; } = "*";

    /// <summary>Set when it failed for three days on end; the customer is told by mail.</summary>
    public DateTime? DisabledAt { get; set; }

    public bool Wants(string eventName) =>
        DisabledAt is null && (Events == "*" || Events.Split(',').Contains(eventName));
}

/// <summary>One event on its way to one endpoint.</summary>
public class WebhookDelivery
{
    public long Id { get; set; }

    public Guid EndpointId { get; set; }

    public string EventName { get; set; } = "";

    public string Body { get; set; } = "";

    public int Attempts { get; set; }

    public int? LastStatusCode { get; set; }

    public DateTime? DeliveredAt { get; set; }
}
