CREATE TABLE dbo.orders (id INT);
