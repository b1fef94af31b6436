using Microsoft.AspNetCore.Mvc;
using Roastery.Api.Middleware;
using Roastery.Domain.Billing;
using Roastery.Services.Billing;

namespace Roastery.Api.Controllers;

public sealed record RefundRequest(Guid InvoiceId, long AmountCents, string Reason);

[ApiController]
[Route("refunds")]
public sealed class RefundsController : ControllerBase
{
    private const string KeyHeader = "Idempotency-Key";

    private readonly IRefundService _refunds;

    public RefundsController(IRefundService refunds)
    {
        _refunds = refunds;
    }

    [HttpPost]
    public async Task<IActionResult> Create(RefundRequest request)
    {
        var key = HttpContext.Request.Headers[KeyHeader].ToString();
        if (key.Length == 0)
        {
            return BadRequest($"The header {KeyHeader} is missing");
        }

        var id = await _refunds.RequestAsync(new Refund
        {
            Id = Guid.NewGuid(),
            InvoiceId = request.InvoiceId,
            Amount = new Money(request.AmountCents),
            Reason = request.Reason,
            RequestedBy = HttpContext.RequireSession().AccountId,
            IdempotencyKey = key,
        });
        return Accepted(new { id });
    }

    [HttpPost("{id:guid}/approval")]
    public async Task<IActionResult> Approve(Guid id)
    {
        await _refunds.ApproveAsync(id, HttpContext.RequireSession().AccountId);
        return NoContent();
    }
}
