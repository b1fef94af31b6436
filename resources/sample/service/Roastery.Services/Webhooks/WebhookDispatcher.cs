using System.Text.Json;
using Roastery.Data.Repositories;

namespace Roastery.Services.Webhooks;

public interface IWebhookDispatcher
{
    Task PublishAsync(Guid accountId, string eventName, object data);
}

/// <summary>
/// Notes an event for every endpoint that wants it. Delivery is the worker's: a slow receiver must not slow an order.
/// </summary>
public sealed class WebhookDispatcher : IWebhookDispatcher
{
    private readonly IWebhookRepository _webhooks;

    public WebhookDispatcher(IWebhookRepository webhooks)
    {
        _webhooks = webhooks;
    }

    public async Task PublishAsync(Guid accountId, string eventName, object data)
    {
        var body = JsonSerializer.Serialize(new { type = eventName, data });
        foreach (var endpoint in await _webhooks.ListEndpointsAsync(accountId))
        {
            if (endpoint.Wants(eventName))
            {
                await _webhooks.EnqueueAsync(endpoint.Id, eventName, body);
            }
        }
    }
}
