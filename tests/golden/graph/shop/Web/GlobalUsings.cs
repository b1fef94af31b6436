global using Shop.Core;
global using Shop.Core.Text;
global using static Shop.Web.Money;
