using Microsoft.AspNetCore.Mvc;
using Roastery.Api.Middleware;
using Roastery.Services.Identity;

namespace Roastery.Api.Controllers;

public sealed record SignInRequest(string Email, string Password);

[ApiController]
[Route("sessions")]
public sealed class SessionsController : ControllerBase
{
    private readonly ISignInService _signIn;
    private readonly ISessionService _sessions;

    public SessionsController(ISignInService signIn, ISessionService sessions)
    {
        _signIn = signIn;
        _sessions = sessions;
    }

    /// <summary>Sign in. The cookie is out of reach of scripts and goes over TLS only.</summary>
    [HttpPost]
    public async Task<IActionResult> Create(SignInRequest request)
    {
        var token = await _signIn.SignInAsync(request.Email, request.Password);
        Response.Cookies.Append(
            SessionMiddleware.CookieName,
            token,
            new CookieOptions { HttpOnly = true, Secure = true, SameSite = SameSiteMode.Strict });
        return NoContent();
    }

    /// <summary>Sign out.</summary>
    [HttpDelete]
    public async Task<IActionResult> Delete()
    {
        await _sessions.EndAsync(HttpContext.RequireSession());
        Response.Cookies.Delete(SessionMiddleware.CookieName);
        return NoContent();
    }
}
