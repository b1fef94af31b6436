"""Frames are read from the stack traces of many languages, the innermost call first."""

import pytest

from search.query.trace import MOST_FRAMES, Frame, file_named, frames_in, prose_of

PYTHON = """Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/lib/client.py", line 914, in send
    response = self.handle(
  File "/home/me/shop/worker.py", line 88, in renew_lease
    raise LeaseLost(id)
"""
DOTNET = """System.InvalidOperationException: Lease 42 lost
   at Shop.Leases.LeaseManager.Renew(Int32 id) in C:\\src\\My Shop\\LeaseManager.cs:line 88
   at Shop.Worker.<RunAsync>d__5.MoveNext()
"""
JVM = """java.lang.IllegalStateException: no realm
\tat java.base/java.lang.Thread.run(Thread.java:833)
\tat org.example.Shop$Cart.<init>(Shop.java:7)
"""
V8 = """TypeError: x is undefined
    at Reply.send (/app/lib/reply.js:120:15)
    at async file:///srv/index.mjs:10:3
"""
GO = """goroutine 1 [running]:
main.(*Server).Serve(0xc0000b2000, 0x1)
\t/home/x/srv/server.go:42 +0x1d
"""
RUST = """thread 'main' panicked at src/main.rs:12:5:
   3: walk::scan
             at ./src/walk.rs:45:9
"""
OTHERS = """#0 /var/www/My.php(12): App\\Foo->bar()
app/models/story.rb:88:in `vote'
src/a.c:10:3: error: expected ';'
Cart.cs(12,5): error CS1002
"""
SWIFT = """Fatal error: Index out of range: file Shop/Cart.swift, line 12
Thread 0 "shop" crashed:

0               0x0000555555557d9a crash() + 16 in shop at /home/me/My Shop/Cart.swift:11:15
1 [ra]          0x0000555555557e3c Cart.add(_:) + 8 in shop at /home/me/shop/Add.swift:7
2 [ra] [system] 0x0000555555557c10 main + 4 in shop at //<compiler-generated>
   at /srv/Main.swift:3
"""
DIFF = "--- a/x/y.py\n+++ b/x/y.py\n@@ -10,3 +10,4 @@ def foo():\n-a\n+b\n"


@pytest.mark.parametrize(
    ("text", "frames"),
    [
        (
            PYTHON,
            [
                Frame("/home/me/shop/worker.py", 88, "renew_lease"),
                Frame("/usr/lib/python3/site-packages/lib/client.py", 914, "send"),
            ],
        ),
        (
            DOTNET,
            [
                Frame("C:/src/My Shop/LeaseManager.cs", 88, "Shop.Leases.LeaseManager.Renew"),
                Frame("", 0, "Shop.Worker.<RunAsync>d__5.MoveNext"),
            ],
        ),
        (
            JVM,
            [
                Frame("Thread.java", 833, "java.lang.Thread.run"),
                Frame("Shop.java", 7, "org.example.Shop$Cart.<init>"),
            ],
        ),
        (V8, [Frame("/app/lib/reply.js", 120, "Reply.send"), Frame("/srv/index.mjs", 10)]),
        (GO, [Frame("/home/x/srv/server.go", 42, "main.(*Server).Serve")]),
        (RUST, [Frame("src/main.rs", 12), Frame("src/walk.rs", 45, "walk::scan")]),
        (
            OTHERS,
            [
                Frame("/var/www/My.php", 12, "App\\Foo->bar"),
                Frame("app/models/story.rb", 88, "vote"),
                Frame("src/a.c", 10),
                Frame("Cart.cs", 12),
            ],
        ),
        (
            SWIFT,
            [
                Frame("Shop/Cart.swift", 12),
                Frame("/home/me/My Shop/Cart.swift", 11, "crash"),
                Frame("/home/me/shop/Add.swift", 7, "Cart.add"),
                Frame("", 0, "main"),
                Frame("/srv/Main.swift", 3),
            ],
        ),
        (DIFF, [Frame("x/y.py"), Frame("x/y.py", 10)]),
    ],
)
def test_the_frames_of_a_trace_are_read_innermost_first(text: str, frames: list[Frame]) -> None:
    assert list(frames_in(text)) == frames


@pytest.mark.parametrize(
    ("text", "frame"),
    [
        ("src/cart.py#L88", Frame("src/cart.py", 88)),
        ("see https://github.com/a/shop/blob/main/src/cart.py#L88-L90 for it", Frame("src/cart.py", 88)),
        ("https://github.com/a/shop/blob/4f2c1d/docs/cart.md?plain=1#L88", Frame("docs/cart.md", 88)),
        ("https://gitlab.example/a/b/shop/-/blob/main/src/cart.py#L88-90", Frame("src/cart.py", 88)),
        ("https://bitbucket.org/a/shop/src/4f2c1d/src/cart.py#lines-88:90", Frame("src/cart.py", 88)),
        ("https://codeberg.org/a/shop/src/branch/main/src/cart.py#L88", Frame("src/cart.py", 88)),
        ("Undefined variable $x in /srv/lib/Cart.php on line 88", Frame("/srv/lib/Cart.php", 88)),
        ("Can't locate Cart.pm at bin/shop.pl line 88.", Frame("bin/shop.pl", 88)),
        ("bin/shop.sh: line 88: cart: command not found", Frame("bin/shop.sh", 88)),
        ('mapping values are not allowed here in "conf/shop.yml", line 88, column 3', Frame("conf/shop.yml", 88)),
        ('on main.tf line 88, in resource "x" "y":', Frame("main.tf", 88)),
        ("C:\\shop\\Cart.cpp(88): error C2065: 'x'", Frame("C:/shop/Cart.cpp", 88)),
    ],
)
def test_a_line_of_a_file_is_read_however_it_is_written(text: str, frame: Frame) -> None:
    assert frame in frames_in(text)


@pytest.mark.parametrize(
    ("text", "frames"),
    [
        ("https://github.com/a/shop/blob/main/src/cart.py", (Frame("src/cart.py"),)),
        ("https://github.com/a/shop/blame/main/src/cart.py", (Frame("src/cart.py"),)),
        ("https://shop.example/src/cart.py", ()),
        ("https://shop.example/src/blob/cart", ()),
    ],
)
def test_the_address_of_a_file_in_a_repository_names_the_file(text: str, frames: tuple[Frame, ...]) -> None:
    assert file_named(text) == frames


@pytest.mark.parametrize(
    "text", ["10:30:22 started", "see http://shop.example:80/cart", "a:b c::d version 1.2.3", "math.sqrt(16)"]
)
def test_times_addresses_and_versions_are_no_places(text: str) -> None:
    assert frames_in(text) == ()


def test_generated_names_are_left_out_of_a_frame() -> None:
    assert Frame("", 0, "Shop.Worker.<RunAsync>d__5.MoveNext").names == ("Shop", "Worker", "RunAsync")


def test_an_endless_recursion_is_read_up_to_a_limit() -> None:
    text = "".join(f'  File "a.py", line {line}, in f\n' for line in range(1, 5_000))
    assert len(frames_in(text)) == MOST_FRAMES


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        (f"It stops.\n{PYTHON}LeaseLost: 42", "It stops.\nLeaseLost: 42"),
        (DOTNET, "System.InvalidOperationException: Lease 42 lost"),
        (JVM, "java.lang.IllegalStateException: no realm"),
        (V8, "TypeError: x is undefined"),
        (f"panic: lost\n\n{GO}exit status 2", "panic: lost\n\nexit status 2"),
        (RUST, "thread 'main' panicked at src/main.rs:12:5:"),
        (SWIFT, "Fatal error: Index out of range: file Shop/Cart.swift, line 12"),
        ("see worker.py:88 and tell me", "see worker.py:88 and tell me"),
        ("def f():\n    return 1", "def f():\n    return 1"),
    ],
)
def test_the_prose_of_a_text_is_without_the_lines_of_its_traces(text: str, prose: str) -> None:
    assert prose_of(text) == prose


def test_a_text_that_is_a_trace_alone_is_its_own_prose() -> None:
    assert prose_of(JVM.partition("\n")[2]) == JVM.partition("\n")[2].strip()


def test_what_a_logger_prints_before_a_frame_is_left_out() -> None:
    logged = '[2014-08-05 20:41:12,285] host-1/ERROR/stderr: File "/srv/shop/worker.py", line 8, in run'
    assert frames_in(logged) == (Frame("/srv/shop/worker.py", 8, "run"),)
