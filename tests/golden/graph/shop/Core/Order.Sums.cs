namespace Shop.Core;

public partial class Order
{
    private static decimal Sum(List<Line> lines)
    {
        decimal sum = 0;
        foreach (var line in lines)
        {
            sum += line.Net();
        }
        return sum;
    }
}
