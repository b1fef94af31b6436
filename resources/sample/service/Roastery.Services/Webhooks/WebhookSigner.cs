using System.Security.Cryptography;
using System.Text;

namespace Roastery.Services.Webhooks;

/// <summary>
/// Lets a receiver check that a message is ours and fresh. The header is <c>t=seconds,v1=hex</c>; the signature covers
/// the time, so an old message cannot be sent again under a new one.
/// </summary>
public static class WebhookSigner
{
    public const string Header = "Roastery-Signature";

    public static string Sign(byte[] key, DateTimeOffset time, string body)
    {
        var seconds = time.ToUnixTimeSeconds();
        var signature = HMACSHA256.HashData(key, Encoding.UTF8.GetBytes($"{seconds}.{body}"));
        return $"t={seconds},v1={Convert.ToHexString(signature).ToLowerInvariant()}";
    }
}
