using Dapper;
using Shop.Core;

namespace Shop.Data;

public abstract class Repository<T> : IRepository<T> where T : Entity
{
    protected string Schema = "dbo";
    protected string Table = typeof(T).Name;

    public async Task<T> GetAsync(int id)
    {
        return await connection.QuerySingleAsync<T>($"[{Schema}].[{Table}_ReadById]", new { id });
    }

    public Task SaveAsync(T item) => connection.ExecuteAsync("[dbo].[" + Table + "_Save]", item);
}

public class OrderRepository : Repository<Order>, IOrderRepository
{
    public async Task<Customer> GetCustomerAsync(int id)
    {
        return await connection.QuerySingleAsync<Customer>(
            "SELECT c.* FROM dbo.Customer c JOIN dbo.[Order] o ON o.CustomerId = c.Id WHERE o.Id = @id", new { id });
    }
}

public class CustomerRepository : Repository<Customer> { }
