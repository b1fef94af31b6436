using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using Roastery.Domain.Billing;
using Roastery.Domain.Orders;

namespace Roastery.Data.Configurations;

public class OrderConfiguration : IEntityTypeConfiguration<Order>
{
    public void Configure(EntityTypeBuilder<Order> builder)
    {
        builder.ToTable("Order");
        builder.HasKey(order => order.Id);
        builder.Property(order => order.Status).HasConversion<string>().HasMaxLength(20);
        builder.HasMany(order => order.Lines).WithOne().HasForeignKey(line => line.OrderId);
    }
}

public class OrderLineConfiguration : IEntityTypeConfiguration<OrderLine>
{
    public void Configure(EntityTypeBuilder<OrderLine> builder)
    {
        builder.ToTable("OrderLine");
        builder.HasKey(line => new { line.OrderId, line.Position });
        builder.Property(line => line.PricePerBag)
            .HasConversion(money => money.Cents, cents => new Money(cents))
            .HasColumnName("PricePerBagCents");
    }
}
