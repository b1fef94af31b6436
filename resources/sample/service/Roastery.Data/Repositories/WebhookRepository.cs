using Roastery.Domain.Webhooks;

namespace Roastery.Data.Repositories;

public interface IWebhookRepository
{
    Task<IReadOnlyList<WebhookEndpoint>> ListEndpointsAsync(Guid accountId);

    Task EnqueueAsync(Guid endpointId, string eventName, string body);
}

public sealed class WebhookRepository : Repository<WebhookEndpoint>, IWebhookRepository
{
    public WebhookRepository(IConnectionFactory connections)
        : base(connections)
    {
    }

    public Task<IReadOnlyList<WebhookEndpoint>> ListEndpointsAsync(Guid accountId) =>
        ReadManyAsync<WebhookEndpoint>("[dbo].[WebhookEndpoint_ReadByAccount]", new { AccountId = accountId });

    public Task EnqueueAsync(Guid endpointId, string eventName, string body) =>
        ExecuteAsync(
            "[dbo].[WebhookDelivery_Enqueue]",
            new { EndpointId = endpointId, EventName = eventName, Body = body });
}
