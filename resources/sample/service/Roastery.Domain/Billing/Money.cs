namespace Roastery.Domain.Billing;

/// <summary>
/// An amount in minor units (cents). Sums are exact; only a multiplication with a fraction rounds, half to even, so that
/// a thousand invoices do not drift in our favour.
/// </summary>
public readonly record struct Money(long Cents)
{
    public static Money Zero => new(0);

    public static Money operator +(Money left, Money right) => new(left.Cents + right.Cents);

    public static Money operator -(Money left, Money right) => new(left.Cents - right.Cents);

    public static Money operator *(Money price, int count) => new(price.Cents * count);

    public static bool operator >(Money left, Money right) => left.Cents > right.Cents;

    public static bool operator <(Money left, Money right) => left.Cents < right.Cents;

    public Money Fraction(decimal rate) =>
        new((long)Math.Round(Cents * rate, MidpointRounding.ToEven));

    public override string ToString() => $"{Cents / 100m:0.00}";
}
