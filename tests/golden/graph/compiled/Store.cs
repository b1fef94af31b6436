using System;
using System.Collections.Generic;
using System.Linq;
using Workshop.Parts;
using Catalogue = System.Collections.Generic.Dictionary<string, Workshop.Parts.Part>;

namespace Workshop.Stores
{
    public abstract class Store<T> : IStock<T> where T : Part
    {
        protected readonly List<T> items = new List<T>();

        public T Find(string code)
        {
            foreach (var item in items)
            {
                if (item.Label() == code) return Opened(item);
            }
            return Missing(code);
        }

        public IEnumerable<T> All()
        {
            foreach (T item in items) yield return Opened(item);
        }

        public virtual void Put(T item)
        {
            Check(item);
            items.Add(item);
        }

        protected abstract T Missing(string code);

        protected virtual T Opened(T item)
        {
            item.Outermost().Label();
            return item;
        }

        private static void Check(T item)
        {
            if (item.Price() < 0) throw new PartException(item.Shorten(4));
        }
    }

    public partial class BoltStore : Store<Bolt>
    {
        private readonly Catalogue known = new Catalogue();
        private readonly ILog log;

        public BoltStore(ILog log)
        {
            this.log = log;
        }

        protected override Bolt Missing(string code)
        {
            log.Write("missing " + code);
            return new Bolt(code, new Size(1, 1)).Checked(bolt => bolt.Price() > 0);
        }

        public override void Put(Bolt item)
        {
            base.Put(item);
            known[item.Code] = item;
            Remember(item);
        }
    }

    public interface ILog
    {
        void Write(string line);
        ILog Indented(int depth);
    }

    public class ConsoleLog : ILog
    {
        public void Write(string line)
        {
            Console.WriteLine(Prefix() + line);
        }

        public ILog Indented(int depth)
        {
            return depth > 0 ? new ConsoleLog().Indented(depth - 1) : this;
        }

        private static string Prefix()
        {
            return "> ";
        }
    }
}
