using Roastery.Domain.Jobs;

namespace Roastery.Data.Repositories;

public interface IJobRepository
{
    Task EnqueueAsync(string kind, string payload, DateTime notBefore);

    Task<Job?> ClaimAsync(string owner, TimeSpan lease);

    Task<bool> RenewLeaseAsync(JobLease lease, TimeSpan extension);

    Task CompleteAsync(JobLease lease);

    Task FailAsync(JobLease lease, string error, DateTime? notBefore);
}

public sealed class JobRepository : Repository<Job>, IJobRepository
{
    public JobRepository(IConnectionFactory connections)
        : base(connections)
    {
    }

    public Task EnqueueAsync(string kind, string payload, DateTime notBefore) =>
        ExecuteAsync("[dbo].[Job_Enqueue]", new { Kind = kind, Payload = payload, NotBefore = notBefore });

    public Task<Job?> ClaimAsync(string owner, TimeSpan lease) =>
        ReadOneAsync<Job>("[dbo].[Job_Claim]", new { Owner = owner, LeaseSeconds = (int)lease.TotalSeconds });

    /// <summary>Returns false when someone else holds the job by now; the caller has to stop.</summary>
    public async Task<bool> RenewLeaseAsync(JobLease lease, TimeSpan extension)
    {
        var changed = await ExecuteAsync(
            "[dbo].[Job_RenewLease]",
            new { Id = lease.JobId, lease.Owner, LeaseSeconds = (int)extension.TotalSeconds });
        return changed == 1;
    }

    public Task CompleteAsync(JobLease lease) =>
        ExecuteAsync("[dbo].[Job_Complete]", new { Id = lease.JobId, lease.Owner });

    public Task FailAsync(JobLease lease, string error, DateTime? notBefore) =>
        ExecuteAsync(
            "[dbo].[Job_Fail]",
            new { Id = lease.JobId, lease.Owner, Error = error, NotBefore = notBefore });
}
