using Roastery.Domain.Billing;

namespace Roastery.Services.Billing;

/// <summary>
/// When we remind, and when we stop. The days are agreed with the accountants and stand in docs/guides/invoices.md; change
/// both together.
/// </summary>
public static class DunningPolicy
{
    /// <summary>An invoice is payable for so long after it was first sent.</summary>
    public static readonly TimeSpan PaymentTerm = TimeSpan.FromDays(14);

    private static readonly int[] ReminderDaysAfterDue = [7, 14, 21];

    /// <summary>What has to happen with an invoice now.</summary>
    public static DunningStep Next(Invoice invoice, DateTime now)
    {
        if (!invoice.IsOverdue(now))
        {
            return DunningStep.Wait;
        }

        if (invoice.ReminderLevel >= ReminderDaysAfterDue.Length)
        {
            return DunningStep.HandOver;
        }

        var due = invoice.DueAt!.Value.AddDays(ReminderDaysAfterDue[invoice.ReminderLevel]);
        return now >= due ? DunningStep.Remind : DunningStep.Wait;
    }
}

public enum DunningStep
{
    Wait,
    Remind,
    HandOver,
}
