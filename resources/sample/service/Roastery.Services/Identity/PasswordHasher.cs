using System.Security.Cryptography;

namespace Roastery.Services.Identity;

/// <summary>
/// Turns passwords into text that can be stored: <c>pbkdf2-sha256$rounds$salt$hash</c>. The rounds stand in the text, so
/// raising them leaves old hashes valid until their owners sign in again.
/// </summary>
public static class PasswordHasher
{
    private const int Rounds = 210_000;
    private const int SaltBytes = 16;
    private const int HashBytes = 32;

    public static string Hash(string password)
    {
        var salt = RandomNumberGenerator.GetBytes(SaltBytes);
        var hash = Derive(password, salt, Rounds);
        return $"pbkdf2-sha256${Rounds}${Convert.ToBase64String(salt)}${Convert.ToBase64String(hash)}";
    }

    /// <summary>Compares in constant time: how long it takes tells nothing about how much was right.</summary>
    public static bool Verify(string password, string stored)
    {
        var parts = stored.Split('$');
        if (parts.Length != 4 || parts[0] != "pbkdf2-sha256")
        {
            return false;
        }

        var expected = Convert.FromBase64String(parts[3]);
        var actual = Derive(password, Convert.FromBase64String(parts[2]), int.Parse(parts[1]));
        return CryptographicOperations.FixedTimeEquals(actual, expected);
    }

    private static byte[] Derive(string password, byte[] salt, int rounds) =>
        Rfc2898DeriveBytes.Pbkdf2(password, salt, rounds, HashAlgorithmName.SHA256, HashBytes);
}
