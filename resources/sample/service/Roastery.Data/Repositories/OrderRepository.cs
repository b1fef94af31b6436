using Microsoft.EntityFrameworkCore;
using Roastery.Domain.Orders;

namespace Roastery.Data.Repositories;

public interface IOrderRepository
{
    Task<Order?> GetWithLinesAsync(Guid orderId);

    Task AddAsync(Order order);

    Task SaveAsync();
}

public sealed class OrderRepository : IOrderRepository
{
    private readonly RoasteryContext _context;

    public OrderRepository(RoasteryContext context)
    {
        _context = context;
    }

    public Task<Order?> GetWithLinesAsync(Guid orderId) =>
        _context.Orders.Include(order => order.Lines).SingleOrDefaultAsync(order => order.Id == orderId);

    public async Task AddAsync(Order order)
    {
        _context.Orders.Add(order);
        await _context.SaveChangesAsync();
    }

    public Task SaveAsync() => _context.SaveChangesAsync();
}
