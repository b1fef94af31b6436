using Roastery.Data.Repositories;
using Roastery.Domain;
using Roastery.Domain.Jobs;

namespace Roastery.Services.Jobs;

/// <summary>
/// Keeps a job ours while we work on it. The lease is renewed after a third of its time, so two renewals may fail before
/// it is lost. When it is lost the work is cancelled: someone else may already be doing it.
/// </summary>
public sealed class LeaseKeeper
{
    public static readonly TimeSpan LeaseTime = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan RenewEvery = LeaseTime / 3;

    private readonly IJobRepository _jobs;
    private readonly IClock _clock;

    public LeaseKeeper(IJobRepository jobs, IClock clock)
    {
        _jobs = jobs;
        _clock = clock;
    }

    /// <summary>Run work under a lease; returns false when the lease was lost on the way.</summary>
    public async Task<bool> RunAsync(JobLease lease, Func<CancellationToken, Task> work)
    {
        using var lost = new CancellationTokenSource();
        var running = work(lost.Token);
        while (await Task.WhenAny(running, Task.Delay(RenewEvery)) != running)
        {
            if (!await RenewAsync(lease))
            {
                lost.Cancel();
                return false;
            }
        }

        await running;
        return true;
    }

    private async Task<bool> RenewAsync(JobLease lease)
    {
        if (await _jobs.RenewLeaseAsync(lease, LeaseTime))
        {
            return true;
        }

        return _clock.UtcNow < lease.Until; // a refused renewal is final only when the time is up
    }
}
