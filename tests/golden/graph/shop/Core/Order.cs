namespace Shop.Core;

/// <summary>What a customer buys.</summary>
public partial class Order : Entity
{
    public List<Line> Lines { get; set; } = new();

    public decimal Total() => Sum(Lines);

    public class Line
    {
        public decimal Price { get; set; }
        public decimal Net() => Price;
    }
}
