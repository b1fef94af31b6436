using Roastery.Domain.Identity;

namespace Roastery.Data.Repositories;

public interface ISessionRepository
{
    Task CreateAsync(Session session);

    Task<Session?> GetByTokenHashAsync(byte[] tokenHash);

    Task DeleteAsync(Guid sessionId);
}

public sealed class SessionRepository : Repository<Session>, ISessionRepository
{
    public SessionRepository(IConnectionFactory connections)
        : base(connections)
    {
    }

    public Task CreateAsync(Session session) =>
        ExecuteAsync("[dbo].[Session_Create]", new { session.Id, session.AccountId, session.TokenHash });

    /// <summary>Reading a session also counts as using it: the procedure moves <c>LastSeenAt</c>.</summary>
    public Task<Session?> GetByTokenHashAsync(byte[] tokenHash) =>
        ReadOneAsync<Session>("[dbo].[Session_ReadByTokenHash]", new { TokenHash = tokenHash });

    public Task DeleteAsync(Guid sessionId) =>
        ExecuteAsync("[dbo].[Session_Delete]", new { Id = sessionId });
}
