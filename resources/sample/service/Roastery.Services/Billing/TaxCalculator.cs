using Roastery.Domain.Billing;

namespace Roastery.Services.Billing;

/// <summary>Value added tax. Beans are food and taxed at the reduced rate; equipment is not.</summary>
public static class TaxCalculator
{
    private const decimal ReducedRate = 0.07m;
    private const decimal StandardRate = 0.19m;

    /// <summary>Tax on one line, rounded per line: that is how the tax office adds up.</summary>
    public static Money TaxOn(Money net, string sku) => net.Fraction(RateOf(sku));

    private static decimal RateOf(string sku) =>
        sku.StartsWith("EQ-", StringComparison.Ordinal) ? StandardRate : ReducedRate;
}
