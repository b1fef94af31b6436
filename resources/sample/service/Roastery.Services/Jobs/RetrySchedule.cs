namespace Roastery.Services.Jobs;

/// <summary>
/// How long a failed job waits before it is tried again: the wait doubles each time, up to a limit, and a random part of
/// it is taken so that jobs which failed together do not come back together.
/// </summary>
public sealed class RetrySchedule
{
    public const int MaxAttempts = 8;

    private static readonly TimeSpan First = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Longest = TimeSpan.FromHours(6);

    private readonly Func<double> _random;

    /// <param name="random">A number from 0 to 1.</param>
    public RetrySchedule(Func<double> random)
    {
        _random = random;
    }

    /// <summary>Returns the wait after the given number of attempts, or null when it is time to give up.</summary>
    public TimeSpan? WaitAfter(int attempts)
    {
        if (attempts >= MaxAttempts)
        {
            return null;
        }

        var ceiling = Math.Min(Longest.TotalSeconds, First.TotalSeconds * Math.Pow(2, attempts - 1));
        return TimeSpan.FromSeconds(ceiling * (0.5 + (_random() / 2)));
    }
}
