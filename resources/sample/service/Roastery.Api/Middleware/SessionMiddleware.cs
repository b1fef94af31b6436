using Roastery.Domain.Identity;
using Roastery.Services.Identity;

namespace Roastery.Api.Middleware;

/// <summary>
/// Finds out who is asking. The token comes in a cookie from the browser and in a header from programs; a request without
/// a valid one goes on as nobody, and controllers decide whether that is enough.
/// </summary>
public sealed class SessionMiddleware
{
    public const string CookieName = "roastery_session";
    private const string Scheme = "Bearer ";

    private readonly RequestDelegate _next;

    public SessionMiddleware(RequestDelegate next)
    {
        _next = next;
    }

    public async Task InvokeAsync(HttpContext context, ISessionService sessions)
    {
        var token = TokenOf(context.Request);
        if (token is not null && await sessions.FindAsync(token) is { } session)
        {
            context.Items[nameof(Session)] = session;
        }

        await _next(context);
    }

    private static string? TokenOf(HttpRequest request)
    {
        var header = request.Headers.Authorization.ToString();
        return header.StartsWith(Scheme, StringComparison.Ordinal)
            ? header[Scheme.Length..]
            : request.Cookies[CookieName];
    }
}

/// <summary>What controllers ask about the caller.</summary>
public static class Caller
{
    /// <summary>Returns the session, or throws so that the client sees 401.</summary>
    public static Session RequireSession(this HttpContext context) =>
        context.Items[nameof(Session)] as Session
            ?? throw new BadHttpRequestException("Sign in first", StatusCodes.Status401Unauthorized);
}
