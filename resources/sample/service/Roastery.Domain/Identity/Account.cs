namespace Roastery.Domain.Identity;

/// <summary>A customer or a member of staff who can sign in.</summary>
public class Account
{
    public Guid Id { get; set; }

    public string Email { get; set; } = "";

    public string DisplayName { get; set; } = "";

    /// <summary>Algorithm, rounds, salt and hash in one text; see <c>PasswordHasher</c>.</summary>
    public string PasswordHash { get; set; } = "";

    public bool IsStaff { get; set; }

    /// <summary>Wrong passwords since the last right one.</summary>
    public int FailedSignIns { get; set; }

    /// <summary>Until when every attempt is refused, right password or not.</summary>
    public DateTime? LockedUntil { get; set; }

    public bool IsLocked(DateTime now) => LockedUntil is { } until && now < until;
}
