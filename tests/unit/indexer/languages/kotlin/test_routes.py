"""Addresses that Kotlin serves and calls."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of


def routed(files: dict[str, str]) -> set[str]:
    return {each for each in edges(graph_of(files)) if "http:" in each}


SPRING = """
package p
import org.springframework.web.bind.annotation.*

@RestController
@RequestMapping("/api")
class Orders {
    @GetMapping("/orders/{id}")
    fun one(@PathVariable id: Int) = 1
    @PostMapping(value = ["/orders", "/order"])
    fun add() = 1
}
"""


def test_annotations_of_spring_say_what_is_served() -> None:
    assert routed({"a.kt": SPRING}) == {
        "http:GET /api/orders/{id} calls kt:p#Orders.one",
        "http:POST /api/order calls kt:p#Orders.add",
        "http:POST /api/orders calls kt:p#Orders.add",
    }


def test_a_client_is_connected_with_what_serves_the_address() -> None:
    client = """
package q
class Client(private val rest: RestTemplate, private val httpClient: HttpClient) {
    fun load(id: Int) = rest.getForObject("/api/orders/$id", Int::class.java)
    suspend fun add() = httpClient.post("http://host/api/orders")
}
"""
    retrofit = """
package q
import retrofit2.http.GET
interface Api { @GET("api/orders/{id}") suspend fun order(id: Int): Int }
"""
    result = routed({"a.kt": SPRING, "b.kt": client, "c.kt": retrofit})
    assert {each for each in result if each.startswith("kt:q")} == {
        "kt:q#Client.load calls http:GET /api/orders/{id}",
        "kt:q#Client.add calls http:POST /api/orders",
        "kt:q#Api.order calls http:GET /api/orders/{id}",
    }


def test_routes_of_ktor_stand_below_those_around_them() -> None:
    server = """
package p
import io.ktor.server.routing.*
fun Application.module() {
    routing {
        route("/api") {
            get("/x") { answer() }
            orders()
        }
        post { answer() }
    }
}
fun Route.orders() {
    get("/orders/{id}") { answer() }
}
fun answer() {}
"""
    result = routed({"a.kt": server})
    assert {each for each in result if each.endswith("#answer")} == {
        "http:GET /api/x calls kt:p#answer",
        "http:POST / calls kt:p#answer",
        "http:GET /api/orders/{id} calls kt:p#answer",
    }
