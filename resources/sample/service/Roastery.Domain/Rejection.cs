namespace Roastery.Domain;

/// <summary>
/// A request that breaks a business rule. The API answers 422 with the code; the message is for people and may change.
/// </summary>
public sealed class Rejection : Exception
{
    public Rejection(string code, string message)
        : base(message)
    {
        Code = code;
    }

    /// <summary>Stable word that clients may act on, such as <c>refund_exceeds_paid</c>.</summary>
    public string Code { get; }
}
