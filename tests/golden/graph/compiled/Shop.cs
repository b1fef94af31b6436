using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Workshop.Parts;
using Workshop.Stores;
using static Workshop.Selling.Discounts;

namespace Workshop.Selling
{
    public static class Discounts
    {
        public static decimal Half(decimal price)
        {
            return price / 2;
        }

        public static Offer Offered(this Part part)
        {
            return new Offer { Part = part, Price = Half(part.Price()) };
        }
    }

    public class Offer
    {
        public Part Part { get; set; }
        public decimal Price { get; set; }

        public string Show()
        {
            return Part.Holder.Label() + Part.Label();
        }

        public static Offer operator +(Offer left, Offer right)
        {
            return left.Part.Offered();
        }
    }

    public class Shop
    {
        private readonly IStock<Bolt> stock;
        private readonly Func<string, ILog> logs;
        private static readonly Shop Only = new Shop(new BoltStore(new ConsoleLog()));

        public Shop(IStock<Bolt> stock)
        {
            this.stock = stock;
            logs = name => new ConsoleLog().Indented(name.Length);
        }

        public async Task<Offer> Best(string code)
        {
            var found = await Load(code);
            var offer = found.Offered();
            logs(code).Write(offer.Show());
            return offer;
        }

        private Task<Bolt> Load(string code)
        {
            return Task.FromResult(stock.Find(code));
        }

        public async Task<string> Describe(string code)
        {
            var offer = await Best(code) ?? throw new PartException(code);
            return offer.Show();
        }

        public IEnumerable<string> Shown()
        {
            return from bolt in stock.All() where bolt.Price() > 0 select bolt.Offered().Show();
        }

        public decimal Total()
        {
            decimal sum = 0;
            var all = stock.All().ToList();
            for (var at = 0; at < all.Count; at++) sum += Half(all[at].Price());
            var byCode = all.ToDictionary(bolt => bolt.Code, bolt => bolt.Offered());
            foreach (var pair in byCode) sum += pair.Value.Part.Price();
            return sum;
        }

        public bool TryFind(string code, out Bolt bolt)
        {
            bolt = stock.Find(code);
            return bolt != null;
        }

        public string Use(object any)
        {
            if (TryFind("x", out var bolt)) return bolt.Label();
            if (any is Offer offer) return offer.Show();
            var text = (any as Part)?.Label() ?? ((Bolt)any).Label();
            using (var session = new Session(this)) session.Run(text);
            return text;
        }

        public static string Main()
        {
            var shop = Only;
            return shop.Best("a").Result.Show() + Only.Describe("b").GetAwaiter().GetResult();
        }

        private sealed class Session : IDisposable
        {
            private readonly Shop shop;

            public Session(Shop shop)
            {
                this.shop = shop;
            }

            public void Run(string text)
            {
                shop.Load(text).ContinueWith(done => Finish(done.Result));
            }

            private static void Finish(Bolt bolt)
            {
                bolt.Label();
            }

            public void Dispose()
            {
                shop.Total();
            }
        }
    }
}
