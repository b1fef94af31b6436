namespace Roastery.Domain.Jobs;

/// <summary>
/// Work that happens later: sending an invoice, delivering a webhook. Whoever holds its lease works on it; when the lease
/// runs out, because the process died or hangs, anyone may take the job over.
/// </summary>
public class Job
{
    public long Id { get; set; }

    /// <summary>What to do, such as <c>invoice.send</c>.</summary>
    public string Kind { get; set; } = "";

    /// <summary>Identifiers only, as JSON: the job reads current data when it runs.</summary>
    public string Payload { get; set; } = "{}";

    public int Attempts { get; set; }

    public DateTime NotBefore { get; set; }

    public string? LeaseOwner { get; set; }

    public DateTime? LeaseUntil { get; set; }

    public string? LastError { get; set; }
}

/// <summary>The right to work on a job until a moment.</summary>
public sealed record JobLease(long JobId, string Owner, DateTime Until);
