using Shop.Core;
using Basket = Shop.Core.Order;

namespace Shop.Data;

public class ShopContext : DbContext
{
    public DbSet<Customer> Customers { get; set; }
    public DbSet<Basket> Orders { get; set; }
    public DbSet<Note> Notes { get; set; }

    protected override void OnModelCreating(ModelBuilder builder)
    {
        builder.Entity<Customer>().ToTable("Customer", "dbo");
        var order = builder.Entity<Order>();
        order.ToTable("Order");
    }
}

[Table("CustomerNote")]
public class Note { }

public class Report
{
    private readonly ShopContext _context;

    public int Count() => _context.Customers.Where(c => c.Id > 0).Count();

    public void Forget(Note note) => _context.Notes.Remove(note);
}
