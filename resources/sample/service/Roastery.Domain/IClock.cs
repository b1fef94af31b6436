namespace Roastery.Domain;

/// <summary>Where the time comes from, so that tests can move it.</summary>
public interface IClock
{
    /// <summary>Now, in UTC.</summary>
    DateTime UtcNow { get; }
}

/// <summary>The clock of the machine.</summary>
public sealed class SystemClock : IClock
{
    public DateTime UtcNow => DateTime.UtcNow;
}
