using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using Roastery.Domain.Billing;

namespace Roastery.Data.Configurations;

public class InvoiceConfiguration : IEntityTypeConfiguration<Invoice>
{
    public void Configure(EntityTypeBuilder<Invoice> builder)
    {
        builder.ToTable(nameof(Invoice));
        builder.HasKey(invoice => invoice.Id);
        builder.HasIndex(invoice => invoice.Number).IsUnique();
        builder.Property(invoice => invoice.Status).HasConversion<string>().HasMaxLength(20);
        builder.Ignore(invoice => invoice.Total);
        builder.Ignore(invoice => invoice.Outstanding);
        builder.Property(invoice => invoice.Net)
            .HasConversion(money => money.Cents, cents => new Money(cents))
            .HasColumnName("NetCents");
        builder.Property(invoice => invoice.Tax)
            .HasConversion(money => money.Cents, cents => new Money(cents))
            .HasColumnName("TaxCents");
        builder.Property(invoice => invoice.Paid)
            .HasConversion(money => money.Cents, cents => new Money(cents))
            .HasColumnName("PaidCents");
    }
}
