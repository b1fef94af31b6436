using Roastery.Domain.Billing;
using Roastery.Services.Billing;
using Xunit;

namespace Roastery.Tests;

public class DunningPolicyTests
{
    private static readonly DateTime Due = new(2025, 6, 1, 0, 0, 0, DateTimeKind.Utc);

    [Theory]
    [InlineData(0, 6, DunningStep.Wait)]
    [InlineData(0, 7, DunningStep.Remind)]
    [InlineData(1, 13, DunningStep.Wait)]
    [InlineData(1, 14, DunningStep.Remind)]
    [InlineData(2, 21, DunningStep.Remind)]
    [InlineData(3, 22, DunningStep.HandOver)]
    public void Reminds_after_one_two_and_three_weeks_and_then_hands_over(int level, int days, DunningStep expected)
    {
        Assert.Equal(expected, DunningPolicy.Next(Unpaid(level), Due.AddDays(days)));
    }

    [Fact]
    public void Leaves_alone_who_has_paid()
    {
        var invoice = Unpaid(level: 0);
        invoice.Paid = invoice.Total;

        Assert.Equal(DunningStep.Wait, DunningPolicy.Next(invoice, Due.AddDays(100)));
    }

    private static Invoice Unpaid(int level) => new()
    {
        Status = InvoiceStatus.Sent,
        Net = new Money(100_00),
        DueAt = Due,
        ReminderLevel = level,
    };
}
