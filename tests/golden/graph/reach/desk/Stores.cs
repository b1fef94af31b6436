namespace Desk;

public interface IFinder { object Find(int id); }

/// <summary>What is called; the classes below run.</summary>
public abstract class Store
{
    public abstract void Keep();
    public virtual void Forget() { Db.Execute("DELETE FROM audit"); }
    public object Find(int id) { return Db.Query("SELECT id FROM labels"); }
}

public class OrderStore : Store, IFinder
{
    public override void Keep() { Db.Execute("INSERT INTO orders (id) VALUES (1)"); }
    public override void Forget() { base.Forget(); }
}

public class InvoiceStore : Store
{
    public override void Keep() { Db.Execute("EXEC dbo.invoice_add"); }
    public override void Forget() { Db.Execute("DELETE FROM invoices"); }
}

public class Clerk
{
    public void Close(Store store) { store.Keep(); }
    public object Look(IFinder finder) { return finder.Find(1); }
}
