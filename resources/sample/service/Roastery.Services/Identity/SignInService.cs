using Roastery.Data.Repositories;
using Roastery.Domain;
using Roastery.Domain.Identity;

namespace Roastery.Services.Identity;

public interface ISignInService
{
    /// <summary>Returns the token to hand to the client.</summary>
    /// <exception cref="Rejection"><c>sign_in_failed</c> or <c>account_locked</c>.</exception>
    Task<string> SignInAsync(string email, string password);
}

/// <summary>Checks who someone is.</summary>
public sealed class SignInService : ISignInService
{
    private const int AttemptsBeforeLock = 5;
    private static readonly TimeSpan LockTime = TimeSpan.FromMinutes(15);

    // Hashed when the address is unknown, so that an unknown address takes as long as a wrong password.
    private static readonly string DecoyHash = PasswordHasher.Hash(Guid.NewGuid().ToString());

    private readonly IAccountRepository _accounts;
    private readonly ISessionService _sessions;
    private readonly IClock _clock;

    public SignInService(IAccountRepository accounts, ISessionService sessions, IClock clock)
    {
        _accounts = accounts;
        _sessions = sessions;
        _clock = clock;
    }

    public async Task<string> SignInAsync(string email, string password)
    {
        var account = await _accounts.GetByEmailAsync(email);
        if (account is not null && account.IsLocked(_clock.UtcNow))
        {
            throw new Rejection("account_locked", "Too many wrong passwords; try again in a quarter of an hour");
        }

        var isRight = PasswordHasher.Verify(password, account?.PasswordHash ?? DecoyHash);
        if (account is null || !isRight)
        {
            await RememberFailureAsync(account);
            throw new Rejection("sign_in_failed", "The address or the password is wrong");
        }

        await _accounts.RecordSignInAsync(account.Id, succeeded: true, lockedUntil: null);
        return await _sessions.StartAsync(account.Id);
    }

    private async Task RememberFailureAsync(Account? account)
    {
        if (account is null)
        {
            return;
        }

        var isLastAttempt = account.FailedSignIns + 1 >= AttemptsBeforeLock;
        DateTime? lockedUntil = isLastAttempt ? _clock.UtcNow + LockTime : null;
        await _accounts.RecordSignInAsync(account.Id, succeeded: false, lockedUntil);
    }
}
