using Roastery.Domain.Identity;

namespace Roastery.Data.Repositories;

public interface IAccountRepository : IRepository<Account>
{
    Task<Account?> GetByEmailAsync(string email);

    Task RecordSignInAsync(Guid accountId, bool succeeded, DateTime? lockedUntil);
}

public sealed class AccountRepository : Repository<Account>, IAccountRepository
{
    public AccountRepository(IConnectionFactory connections)
        : base(connections)
    {
    }

    /// <summary>Addresses are compared without regard to case: the column's collation says so.</summary>
    public Task<Account?> GetByEmailAsync(string email) =>
        ReadOneAsync<Account>($"[{Schema}].[{Table}_ReadByEmail]", new { Email = email.Trim() });

    public Task RecordSignInAsync(Guid accountId, bool succeeded, DateTime? lockedUntil) =>
        ExecuteAsync(
            "[dbo].[Account_RecordSignIn]",
            new { Id = accountId, Succeeded = succeeded, LockedUntil = lockedUntil });
}
