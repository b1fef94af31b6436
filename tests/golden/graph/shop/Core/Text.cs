namespace Shop.Core.Text;

public static class Words
{
    public static string Shorten(this string text, int length) => text.Substring(0, length);
    public static bool IsLarge(this Order order) => order.Total() > 100;
}
