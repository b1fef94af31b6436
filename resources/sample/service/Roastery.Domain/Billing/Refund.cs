namespace Roastery.Domain.Billing;

/// <summary>Money that goes back to the customer.</summary>
public class Refund
{
    /// <summary>Above this a second person has to agree.</summary>
    public static readonly Money ApprovalLimit = new(200_00);

    /// <summary>So many days after the invoice was sent a refund can be asked for.</summary>
    public const int DaysAfterSending = 60;

    public Guid Id { get; set; }

    public Guid InvoiceId { get; set; }

    public Money Amount { get; set; }

    public string Reason { get; set; } = "";

    public RefundStatus Status { get; set; } = RefundStatus.Requested;

    public Guid RequestedBy { get; set; }

    public Guid? ApprovedBy { get; set; }

    /// <summary>Chosen by the client: asking twice with the same key gives one refund.</summary>
    public string IdempotencyKey { get; set; } = "";

    public bool NeedsApproval => Amount > ApprovalLimit && ApprovedBy is null;

    /// <summary>Four eyes: nobody approves what they asked for.</summary>
    public void Approve(Guid approver)
    {
        if (approver == RequestedBy)
        {
            throw new Rejection("refund_own_approval", "A refund is approved by someone who did not request it");
        }

        ApprovedBy = approver;
        Status = RefundStatus.Approved;
    }
}

public enum RefundStatus
{
    Requested,
    Approved,
    PaidOut,
    Rejected,
}
