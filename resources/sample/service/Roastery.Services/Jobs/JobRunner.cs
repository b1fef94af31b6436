using System.Text.Json;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Roastery.Data.Repositories;
using Roastery.Domain;
using Roastery.Domain.Jobs;

namespace Roastery.Services.Jobs;

/// <summary>Does one kind of job.</summary>
public interface IJobHandler
{
    string Kind { get; }

    Task RunAsync(JobPayload payload, CancellationToken stop);
}

/// <summary>The identifiers that a job carries.</summary>
public sealed record JobPayload(JsonElement Root)
{
    public Guid Guid(string name) => Root.GetProperty(name).GetGuid();
}

/// <summary>Takes jobs one after the other, runs their handlers under a lease, and schedules retries.</summary>
public sealed class JobRunner : BackgroundService
{
    private static readonly TimeSpan IdleTime = TimeSpan.FromSeconds(2);

    private readonly IJobRepository _jobs;
    private readonly IServiceScopeFactory _scopes;
    private readonly LeaseKeeper _leases;
    private readonly RetrySchedule _retries;
    private readonly IClock _clock;
    private readonly string _owner = $"{Environment.MachineName}-{Environment.ProcessId}";

    public JobRunner(
        IJobRepository jobs,
        IServiceScopeFactory scopes,
        LeaseKeeper leases,
        RetrySchedule retries,
        IClock clock)
    {
        _jobs = jobs;
        _scopes = scopes;
        _leases = leases;
        _retries = retries;
        _clock = clock;
    }

    protected override async Task ExecuteAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            var job = await _jobs.ClaimAsync(_owner, LeaseKeeper.LeaseTime);
            if (job is null)
            {
                await Task.Delay(IdleTime, stop);
                continue;
            }

            await RunOneAsync(job);
        }
    }

    private async Task RunOneAsync(Job job)
    {
        var lease = new JobLease(job.Id, _owner, _clock.UtcNow + LeaseKeeper.LeaseTime);
        try
        {
            var payload = new JobPayload(JsonDocument.Parse(job.Payload).RootElement);
            using var scope = _scopes.CreateScope();
            IJobHandler handler = scope.ServiceProvider.GetServices<IJobHandler>().Single(each => each.Kind == job.Kind);
            if (await _leases.RunAsync(lease, stop => handler.RunAsync(payload, stop)))
            {
                await _jobs.CompleteAsync(lease);
            }
        }
        catch (Exception error)
        {
            var wait = _retries.WaitAfter(job.Attempts);
            await _jobs.FailAsync(lease, error.Message, wait is null ? null : _clock.UtcNow + wait);
        }
    }
}
