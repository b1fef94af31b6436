namespace Shop.Core;

public abstract class Entity
{
    public int Id { get; set; }
    public virtual void Touch() { }
}

public class Customer : Entity
{
    public string Name { get; set; }
    public Order Latest() => null;
}
