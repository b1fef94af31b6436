using System.Threading.Tasks;

namespace Shop.Core;

public interface IRepository<T> where T : Entity
{
    Task<T> GetAsync(int id);
    Task SaveAsync(T item);
}

public interface IOrderRepository : IRepository<Order>
{
    Task<Customer> GetCustomerAsync(int id);
}
