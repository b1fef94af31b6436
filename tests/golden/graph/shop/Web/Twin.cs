namespace Shop;
public class Program { public static void Run() { } }
public class Starter { public void Go() => Program.Run(); }
