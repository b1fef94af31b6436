namespace Lib.Shared;

/// <summary>Its file belongs to another project too.</summary>
public static class Log
{
    public static void Note(Desk.Store store) { Db.Execute("INSERT INTO audit (id) VALUES (1)"); }
}
