using Microsoft.EntityFrameworkCore;
using Roastery.Api.Middleware;
using Roastery.Data;
using Roastery.Data.Repositories;
using Roastery.Domain;
using Roastery.Services.Billing;
using Roastery.Services.Identity;
using Roastery.Services.Jobs;
using Roastery.Services.Orders;
using Roastery.Services.Webhooks;

var builder = WebApplication.CreateBuilder(args);
var database = builder.Configuration.GetConnectionString("Roastery")
    ?? throw new InvalidOperationException("ConnectionStrings:Roastery is not set; see README.md");

builder.Services.AddControllers();
builder.Services.AddDbContext<RoasteryContext>(options => options.UseSqlServer(database));
builder.Services.AddSingleton<IConnectionFactory>(new ConnectionFactory(database));
builder.Services.AddSingleton<IClock, SystemClock>();

builder.Services.AddScoped<IAccountRepository, AccountRepository>();
builder.Services.AddScoped<ISessionRepository, SessionRepository>();
builder.Services.AddScoped<IInvoiceRepository, InvoiceRepository>();
builder.Services.AddScoped<IOrderRepository, OrderRepository>();
builder.Services.AddScoped<IRefundRepository, RefundRepository>();
builder.Services.AddScoped<IWebhookRepository, WebhookRepository>();
builder.Services.AddSingleton<IJobRepository, JobRepository>();

builder.Services.AddScoped<ISignInService, SignInService>();
builder.Services.AddScoped<ISessionService, SessionService>();
builder.Services.AddScoped<IOrderService, OrderService>();
builder.Services.AddScoped<IInvoiceService, InvoiceService>();
builder.Services.AddScoped<IRefundService, RefundService>();
builder.Services.AddScoped<IWebhookDispatcher, WebhookDispatcher>();

builder.Services.AddSingleton(new RetrySchedule(Random.Shared.NextDouble));
builder.Services.AddSingleton<LeaseKeeper>();
builder.Services.AddScoped<IJobHandler, InvoiceSender>();
builder.Services.AddHostedService<JobRunner>();

var app = builder.Build();
app.UseMiddleware<RejectionMiddleware>();
app.UseMiddleware<SessionMiddleware>();
app.MapControllers();
app.Run();
