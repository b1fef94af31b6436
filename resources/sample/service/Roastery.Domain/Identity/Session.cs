namespace Roastery.Domain.Identity;

/// <summary>
/// Someone who is signed in. The token itself is never stored: a copy of the database signs nobody in.
/// </summary>
public class Session
{
    /// <summary>A session that nobody used for so long is over.</summary>
    public static readonly TimeSpan IdleLimit = TimeSpan.FromDays(14);

    /// <summary>After so long one has to sign in again, used or not.</summary>
    public static readonly TimeSpan AbsoluteLimit = TimeSpan.FromDays(90);

    public Guid Id { get; set; }

    public Guid AccountId { get; set; }

    /// <summary>SHA-256 of the token.</summary>
    public byte[] TokenHash { get; set; } = [];

    public DateTime CreatedAt { get; set; }

    public DateTime LastSeenAt { get; set; }

    public bool IsExpired(DateTime now) =>
        now - LastSeenAt > IdleLimit || now - CreatedAt > AbsoluteLimit;
}
