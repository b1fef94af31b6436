using Roastery.Services.Jobs;
using Xunit;

namespace Roastery.Tests;

public class RetryScheduleTests
{
    [Fact]
    public void Doubles_the_wait_until_six_hours()
    {
        var schedule = new RetrySchedule(() => 1.0);

        Assert.Equal(TimeSpan.FromSeconds(30), schedule.WaitAfter(1));
        Assert.Equal(TimeSpan.FromSeconds(60), schedule.WaitAfter(2));
        Assert.Equal(TimeSpan.FromSeconds(1920), schedule.WaitAfter(7));
    }

    [Fact]
    public void Gives_up_after_eight_attempts()
    {
        Assert.Null(new RetrySchedule(() => 0.5).WaitAfter(RetrySchedule.MaxAttempts));
    }
}
