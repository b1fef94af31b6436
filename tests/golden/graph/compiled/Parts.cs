using System;
using System.Collections.Generic;

namespace Workshop.Parts
{
    public interface IPriced
    {
        decimal Price();
    }

    public interface IStock<T> where T : IPriced
    {
        T Find(string code);
        IEnumerable<T> All();
        void Put(T item);
    }

    public abstract class Part : IPriced
    {
        public string Code;
        public Part Holder { get; set; }

        protected Part(string code)
        {
            Code = Text.Clean(code);
        }

        public abstract decimal Price();

        public virtual string Label()
        {
            return Text.Join(Code, Price());
        }

        public Part Outermost()
        {
            return Holder == null ? this : Holder.Outermost();
        }
    }

    public class Bolt : Part
    {
        private readonly Size size;

        public Bolt(string code, Size size) : base(code)
        {
            this.size = size;
        }

        public override decimal Price()
        {
            return size.Volume() * Rate.Steel.PerUnit();
        }

        public override string Label()
        {
            return base.Label() + size.Describe();
        }

        public class Rate
        {
            public static readonly Rate Steel = new Rate(3);
            private readonly int cents;

            public Rate(int cents)
            {
                this.cents = cents;
            }

            public decimal PerUnit()
            {
                return Scale(cents);
            }

            private static decimal Scale(int cents)
            {
                return cents / 100m;
            }
        }
    }

    public struct Size
    {
        public int Width, Height;

        public Size(int width, int height)
        {
            Width = width;
            Height = height;
        }

        public decimal Volume()
        {
            return Width * Height;
        }

        public string Describe()
        {
            return Text.Join(Width.ToString(), Height);
        }
    }

    public static class Text
    {
        public static string Clean(string text)
        {
            return text.Trim();
        }

        public static string Join(string text, object other)
        {
            return Clean(text) + other;
        }

        public static string Join(string text, decimal price)
        {
            return text + price;
        }

        public static string Shorten(this Part part, int length)
        {
            return part.Label().Substring(0, length);
        }

        public static T Checked<T>(this T part, Func<T, bool> isGood) where T : Part
        {
            if (!isGood(part)) throw new PartException(part.Label());
            return part;
        }
    }

    public class PartException : Exception
    {
        public PartException(string message) : base(message)
        {
        }
    }
}
