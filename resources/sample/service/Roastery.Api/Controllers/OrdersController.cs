using Microsoft.AspNetCore.Mvc;
using Roastery.Api.Middleware;
using Roastery.Domain.Orders;
using Roastery.Services.Orders;

namespace Roastery.Api.Controllers;

[ApiController]
[Route("orders")]
public sealed class OrdersController : ControllerBase
{
    private readonly IOrderService _orders;

    public OrdersController(IOrderService orders)
    {
        _orders = orders;
    }

    [HttpPost]
    public async Task<ActionResult<Order>> Place(List<OrderLine> lines)
    {
        var session = HttpContext.RequireSession();
        var order = await _orders.PlaceAsync(session.AccountId, lines);
        return Created($"/orders/{order.Id}", order);
    }

    [HttpPost("{id:guid}/cancel")]
    public async Task<IActionResult> Cancel(Guid id)
    {
        HttpContext.RequireSession();
        await _orders.CancelAsync(id);
        return NoContent();
    }
}
