using Roastery.Domain;

namespace Roastery.Api.Middleware;

/// <summary>Turns broken business rules into answers that a client can act on: 422 with a code and a sentence.</summary>
public sealed class RejectionMiddleware
{
    private readonly RequestDelegate _next;

    public RejectionMiddleware(RequestDelegate next)
    {
        _next = next;
    }

    public async Task InvokeAsync(HttpContext context)
    {
        try
        {
            await _next(context);
        }
        catch (Rejection rejection)
        {
            context.Response.StatusCode = StatusCodes.Status422UnprocessableEntity;
            await context.Response.WriteAsJsonAsync(new { code = rejection.Code, message = rejection.Message });
        }
    }
}
