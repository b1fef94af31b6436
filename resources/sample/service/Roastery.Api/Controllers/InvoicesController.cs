using Microsoft.AspNetCore.Mvc;
using Roastery.Api.Middleware;
using Roastery.Data.Repositories;
using Roastery.Domain.Billing;
using Roastery.Services.Billing;

namespace Roastery.Api.Controllers;

[ApiController]
[Route("invoices")]
public sealed class InvoicesController : ControllerBase
{
    private const int PageSize = 50;

    private readonly IInvoiceService _invoices;
    private readonly IInvoiceRepository _list;

    public InvoicesController(IInvoiceService invoices, IInvoiceRepository list)
    {
        _invoices = invoices;
        _list = list;
    }

    [HttpGet]
    public async Task<IReadOnlyList<Invoice>> List() =>
        await _list.ListForAccountAsync(HttpContext.RequireSession().AccountId, PageSize);

    /// <summary>An invoice of somebody else is answered like one that does not exist.</summary>
    [HttpGet("{id:guid}")]
    public async Task<ActionResult<Invoice>> Get(Guid id)
    {
        var session = HttpContext.RequireSession();
        var invoice = await _invoices.GetAsync(id);
        return invoice.AccountId == session.AccountId ? invoice : NotFound();
    }

    /// <summary>The payment provider reports money that came in.</summary>
    [HttpPost("payments")]
    public async Task<IActionResult> BookPayment(Payment payment)
    {
        await _invoices.BookPaymentAsync(payment);
        return Ok();
    }
}
