"""C#: messages and their handlers, registrations and what they make, jobs."""

from tests.unit.indexer.resolve.graph_samples import edge_lines, edges, graph_of

SOURCE = """
namespace Shop;
public record Ship(int Id) : IRequest<bool>;
public record Wrapped<T>(T Inner) : IRequest<bool>;
public record Unhandled(int Id) : IRequest<bool>;
public class ShipHandler : IRequestHandler<Ship, bool> { public bool Handle(Ship request) => true; }
public abstract class WrappedHandler<T> : IRequestHandler<Wrapped<T>, bool> {
    public bool Handle(Wrapped<T> m) => true;
}
public class ShipWrappedHandler : WrappedHandler<Ship> { }
public class Both : IConsumer<Ship>, IConsumer<Unhandled> {
    public void Consume(ConsumeContext<Ship> context) { }
    public void Consume(ConsumeContext<Unhandled> context) { }
}
public class Sender {
    void Go(IMediator mediator, Ship ship) {
        mediator.Send(ship);
        mediator.Send(new Wrapped<Ship>(ship));
        Console.WriteLine(ship);
    }
}
"""
WIRED = """
namespace Shop;
public interface IClock { }
public class Clock : IClock { public Clock(int x) { } }
public class Worker : BackgroundService { protected override Task ExecuteAsync() => null; }
public class Repo<T> : IRepo<T> { }
public interface IRepo<T> { }
public class Other { }
public class Mailer { public void Send(int id) { } }
public class Start {
    void Wire(IServiceCollection services) {
        services.AddScoped<IClock, Clock>();
        services.AddHostedService<Worker>();
        services.AddScoped(typeof(IRepo<>), typeof(Repo<>));
        messenger.Register<IClock, Other>(this);
    }
    void Later() { BackgroundJob.Enqueue<Mailer>(mailer => mailer.Send(1)); }
}
"""
EVENTS = """
namespace {0};
public record PaidEvent(int Id);
"""


def lines(files: dict[str, str], *tiers: str) -> set[str]:
    return {line for line in edge_lines(graph_of(files)) if any(f"({tier}, " in line for tier in tiers)}


def test_a_message_leads_to_the_handlers_of_its_type() -> None:
    assert lines({"a.cs": SOURCE}, "message") == {
        "cs:Shop.Sender.Go calls cs:Shop.ShipHandler.Handle (message, a.cs:17)",
        "cs:Shop.Sender.Go calls cs:Shop.Both.Consume(ConsumeContext<Ship>) (message, a.cs:17)",
        "cs:Shop.Sender.Go calls cs:Shop.WrappedHandler`1.Handle (message, a.cs:18)",
    }


def test_an_event_that_programs_share_by_its_name_leads_to_handlers_of_the_copies() -> None:
    handler = "class Handler : IIntegrationEventHandler<PaidEvent> { public void Handle(PaidEvent e) { } }"
    files = {
        "a/a.csproj": "<Project/>",
        "b/b.csproj": "<Project/>",
        "a/a.cs": EVENTS.format("A") + "class S { void Go(IBus bus) { bus.PublishAsync(new PaidEvent(1)); } }",
        "b/b.cs": EVENTS.format("B") + handler,
    }
    assert lines(files, "message", "message_name") == {
        "cs:A.S.Go calls cs:B.Handler.Handle (message_name, a/a.cs:4)"
    }


def test_registrations_lead_to_what_the_container_makes_and_runs() -> None:
    assert lines({"a.cs": WIRED}, "registration") == {
        "cs:Shop.Start.Wire instantiates cs:Shop.Clock (registration, a.cs:12)",
        "cs:Shop.Start.Wire calls cs:Shop.Clock.Clock (registration, a.cs:12)",
        "cs:Shop.Start.Wire instantiates cs:Shop.Worker (registration, a.cs:13)",
        "cs:Shop.Start.Wire calls cs:Shop.Worker.ExecuteAsync (registration, a.cs:13)",
        "cs:Shop.Start.Wire instantiates cs:Shop.Repo`1 (registration, a.cs:14)",
    }


def test_a_job_of_hangfire_leads_to_the_method_that_it_runs() -> None:
    assert "cs:Shop.Start.Later calls cs:Shop.Mailer.Send (var, a.cs:17)" in lines({"a.cs": WIRED}, "var")


def test_a_job_of_celery_leads_to_its_function() -> None:
    jobs = "@app.task\ndef send(x): ...\ndef go():\n    send.delay(1)\n    chain(send.s(1))\n    go.delays(2)\n"
    assert lines({"a.py": jobs}, "job") == {"py:a:go calls py:a:send (job, a.py:4)"}


TOP_LEVEL = """
using Shop;
var store = new Store();
store.Save();
app.MapPost("/orders", async (Create command, ISender sender) => await sender.Send(command));
app.MapPut("/orders/{id}",
    async (int id, Update command, ISender sender) => await sender.Send(command with { Id = id }));
app.MapGet("/orders", (IStore each) => each.All());
"""
HANDLING = """
namespace Shop {
    public record Create : IRequest<int>;
    public record Update : IRequest<int> { public int Id; }
    public class Creates : IRequestHandler<Create, int> { public Task<int> Handle(Create c) => null; }
    public class Updates : IRequestHandler<Update, int> { public Task<int> Handle(Update c) => null; }
    public interface IStore { void All(); }
    public class Store : IStore { public void Save() { } public void All() { } }
}
"""


def test_variables_and_parameters_at_the_top_of_a_program_have_their_types() -> None:
    result = edges(graph_of({"Program.cs": TOP_LEVEL, "Store.cs": HANDLING}))
    assert {each for each in result if " calls " in each and each.startswith(("http:", "file:"))} == {
        "file:Program.cs calls cs:Shop.Store.Save",
        "file:Program.cs calls cs:Shop.Creates.Handle",
        "file:Program.cs calls cs:Shop.Updates.Handle",
        "file:Program.cs calls cs:Shop.IStore.All",
        "http:POST /orders calls cs:Shop.Creates.Handle",
        "http:PUT /orders/{id} calls cs:Shop.Updates.Handle",
        "http:GET /orders calls cs:Shop.IStore.All",
    }
