using Roastery.Domain;
using Roastery.Domain.Billing;
using Xunit;

namespace Roastery.Tests;

public class RefundTests
{
    [Fact]
    public void Two_hundred_exactly_needs_nobody_else()
    {
        Assert.False(new Refund { Amount = new Money(200_00) }.NeedsApproval);
        Assert.True(new Refund { Amount = new Money(200_01) }.NeedsApproval);
    }

    [Fact]
    public void Nobody_approves_their_own_request()
    {
        var clerk = Guid.NewGuid();
        var refund = new Refund { RequestedBy = clerk };

        var rejection = Assert.Throws<Rejection>(() => refund.Approve(clerk));
        Assert.Equal("refund_own_approval", rejection.Code);
    }
}
