namespace Shop;
public class Program { public static void Run() { } }
