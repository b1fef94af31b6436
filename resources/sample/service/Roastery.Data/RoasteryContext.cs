using Microsoft.EntityFrameworkCore;
using Roastery.Domain.Billing;
using Roastery.Domain.Orders;

namespace Roastery.Data;

/// <summary>
/// Reads for screens and reports. Everything that must be right under concurrency (sessions, jobs, refunds) goes through
/// stored procedures instead; docs/adr/0001 says why.
/// </summary>
public class RoasteryContext : DbContext
{
    public RoasteryContext(DbContextOptions<RoasteryContext> options)
        : base(options)
    {
    }

    public DbSet<Order> Orders => Set<Order>();

    public DbSet<OrderLine> OrderLines => Set<OrderLine>();

    public DbSet<Invoice> Invoices => Set<Invoice>();

    public DbSet<Payment> Payments => Set<Payment>();

    protected override void OnModelCreating(ModelBuilder builder)
    {
        builder.HasDefaultSchema("dbo");
        builder.ApplyConfigurationsFromAssembly(typeof(RoasteryContext).Assembly);
        builder.Entity<Payment>().ToTable("Payment");
    }
}
