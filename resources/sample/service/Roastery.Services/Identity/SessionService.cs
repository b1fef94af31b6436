using System.Security.Cryptography;
using Roastery.Data.Repositories;
using Roastery.Domain;
using Roastery.Domain.Identity;

namespace Roastery.Services.Identity;

public interface ISessionService
{
    /// <summary>Returns a new token; it is shown once and stored nowhere.</summary>
    Task<string> StartAsync(Guid accountId);

    /// <summary>Returns the session that a token stands for, or null when it is unknown or over.</summary>
    Task<Session?> FindAsync(string token);

    Task EndAsync(Session session);
}

public sealed class SessionService : ISessionService
{
    private const int TokenBytes = 32;

    private readonly ISessionRepository _sessions;
    private readonly IClock _clock;

    public SessionService(ISessionRepository sessions, IClock clock)
    {
        _sessions = sessions;
        _clock = clock;
    }

    public async Task<string> StartAsync(Guid accountId)
    {
        var token = Convert.ToHexString(RandomNumberGenerator.GetBytes(TokenBytes));
        await _sessions.CreateAsync(new Session
        {
            Id = Guid.NewGuid(),
            AccountId = accountId,
            TokenHash = HashOf(token),
        });
        return token;
    }

    public async Task<Session?> FindAsync(string token)
    {
        var session = await _sessions.GetByTokenHashAsync(HashOf(token));
        if (session is null || !session.IsExpired(_clock.UtcNow))
        {
            return session;
        }

        await _sessions.DeleteAsync(session.Id);
        return null;
    }

    public Task EndAsync(Session session) => _sessions.DeleteAsync(session.Id);

    // The token is 256 random bits: one round of SHA-256 is enough, there is nothing to guess.
    private static byte[] HashOf(string token) => SHA256.HashData(Convert.FromHexString(token));
}
