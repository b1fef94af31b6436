"""Pages and controls of ASP.NET Web Forms."""
