using System.Collections.Generic;
using System.Linq;
using Workshop.Parts;

namespace Workshop.Stores
{
    public partial class BoltStore
    {
        private readonly Stack<Bolt> history = new Stack<Bolt>();

        private void Remember(Bolt item)
        {
            history.Push(item);
            Log().Indented(history.Count).Write(item.Shorten(3));
        }

        public ILog Log()
        {
            return log;
        }

        public decimal Worth()
        {
            return history.Where(bolt => bolt.Price() > 1).Select(Priced).Sum();
        }

        private static decimal Priced(Bolt bolt)
        {
            return bolt.Price();
        }

        public string Newest()
        {
            var bolt = history.FirstOrDefault() ?? Missing("none");
            return bolt.Label();
        }
    }
}
