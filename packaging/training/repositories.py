"""Which repositories teach the reader and which check it. No repository is in both lists."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Checked:
    """A repository whose requests decide what is chosen.

    Attributes:
        commit: the requests are those of the commits that follow it.
    """

    full_name: str
    language: str
    commit: str
    licence: str

    @property
    def name(self) -> str:
        """Return the name without its owner, in lower case."""
        return self.full_name.split("/")[1].lower()


@dataclass(frozen=True, slots=True)
class Taught:
    """A repository that teaches.

    Attributes:
        bases: commits whose chunks are read; the changes are those of the commits that follow each.
        parts: folders to which it is cut down; none for all of it.
    """

    full_name: str
    language: str
    licence: str
    bases: tuple[str, ...]
    parts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return the name without its owner, in lower case."""
        return self.full_name.split("/")[1].lower()


CHECKING = (
    Checked("jekyll/jekyll", "ruby", "e932a1e27f7f1fb103d94d07c470cc5d9f666295", "MIT"),
    Checked("psf/black", "python", "4f5268af4f0939fbc0d5ec4fd3d113b40a4c92e9", "MIT"),
    Checked("locustio/locust", "python", "f36e6149e9d3a1f7cf168ca35aa0090f3495e0cc", "MIT"),
    Checked("starship/starship", "rust", "800fbec0cfeb7d5a2ff6b2dd57fcf3b080d8ec99", "ISC"),
    Checked("caddyserver/caddy", "go", "b4cef492cc2b4c6ee0e43b083488823cbf5e3a48", "Apache-2.0"),
    Checked("excalidraw/excalidraw", "typescript", "28546fbb550ce861daf4c0562e87689a8c33bf5f", "MIT"),
    Checked("composer/composer", "php", "1e08097a17471adb64afa15fb624692c72f91e8d", "MIT"),
    Checked("nunit/nunit", "csharp", "db5bee0f8bb74d68202377917f6d958c0e139bfd", "MIT"),
)

TEACHING = (
    Taught(
        "celery/celery",
        "python",
        "BSD-3-Clause",
        (
            "9d49fe4ba0da119cb4a4ea2b83ba6d0c7b79afd5",
            "f653dce4557c06c8d6f933f7c43486897747abff",
        ),
    ),
    Taught(
        "python-poetry/poetry",
        "python",
        "MIT",
        (
            "0d7b16f7f6f5bb63a7a507291064dd18f1ff2d93",
            "9d03170f6963a1d603011e728f405d2b89021e50",
        ),
    ),
    Taught(
        "wagtail/wagtail",
        "python",
        "BSD-3-Clause",
        (
            "9f82264b333ea69ba3c801cf37b17ed07ea6906c",
            "451c21ea52e001b04e96a3f04b5c3da35341dfcd",
        ),
        (
            "wagtail/",
            "docs/",
        ),
    ),
    Taught(
        "saleor/saleor",
        "python",
        "BSD-3-Clause",
        (
            "92f2ccb687147d3ea5d40e5c78aa63329229a2f1",
            "940b759d6c6f8a2114a1ff1b052d7bec4d03901d",
        ),
        ("saleor/",),
    ),
    Taught(
        "netbox-community/netbox",
        "python",
        "Apache-2.0",
        (
            "30208549ba2c33bfc91431857c0b4670d18b456c",
            "5c6fc2fb6f611d99b658ca8104729859f1bb1b5f",
        ),
        (
            "netbox/",
            "docs/",
        ),
    ),
    Taught(
        "PrefectHQ/prefect",
        "python",
        "Apache-2.0",
        (
            "0b57828b45820d4415240cc2597ad871867e0ec0",
            "8e802bbdfd65d691c0360d764b042665c94ad041",
        ),
        (
            "src/prefect/",
            "docs/",
            "tests/",
        ),
    ),
    Taught(
        "encode/django-rest-framework", "python", "BSD-3-Clause", ("0d96be9266488d0f7de0dcffad1092316d98e4bf",)
    ),
    Taught(
        "NuGet/NuGetGallery",
        "csharp",
        "Apache-2.0",
        (
            "40ee92886e6b18a59aadd98645616abac6b4451c",
            "935d746e526523a721cbfef7a99c328f25e7357b",
        ),
        (
            "src/",
            "tests/",
            "docs/",
        ),
    ),
    Taught(
        "MassTransit/MassTransit",
        "csharp",
        "Apache-2.0",
        (
            "1ce2d37094f22a5b418651645b68be469c3a86f6",
            "3c04bd68927cb5904bdc0cac832bc0814e12d3d6",
        ),
        (
            "src/MassTransit/",
            "src/MassTransit.Abstractions/",
            "src/Persistence/",
            "doc",
            "src/Transports/",
            "src/Scheduling/",
            "tests/MassTransit.Tests/",
        ),
    ),
    Taught(
        "App-vNext/Polly",
        "csharp",
        "BSD-3-Clause",
        (
            "136dc35b3bb167932f4fb6a9ca1231e070cc280b",
            "f7d434afd4a5145cd124ca81a80d240b06e7076b",
        ),
    ),
    Taught(
        "NLog/NLog",
        "csharp",
        "BSD-3-Clause",
        (
            "d29db750efbff02ada9838936b306b5390f5df92",
            "0437decccee41de214cf47ec1dde616c4e20df0c",
        ),
    ),
    Taught(
        "dotnet/efcore",
        "csharp",
        "Apache-2.0",
        (
            "dac2eb863612b562de53f67b59a6f0a4fa9b30a0",
            "a89bdec46f57a76773e2ace66256dc485f93fe6c",
        ),
        (
            "src/EFCore/",
            "src/EFCore.Relational/",
            "src/EFCore.SqlServer/",
        ),
    ),
    Taught(
        "typeorm/typeorm",
        "typescript",
        "MIT",
        (
            "abb2dd348bdd778f3a1c4b02151521d8256e449f",
            "7dbe956c56da3a430ae6f0e99730e9449deae889",
        ),
        (
            "src/",
            "docs/",
        ),
    ),
    Taught(
        "prettier/prettier",
        "javascript",
        "MIT",
        (
            "ab1ea713d6ace6184baa94799872c34ed46b6a30",
            "eb671dd9830d0c46d47afa9fe68f9684e5fb468b",
        ),
        (
            "src/",
            "docs/",
        ),
    ),
    Taught("date-fns/date-fns", "typescript", "MIT", ("e152f5e88eac002b903ff47fe922a6c8e1c48a95",)),
    Taught(
        "square/okhttp",
        "java",
        "Apache-2.0",
        (
            "80bb3b175b860890d29e33d90010bf727d16ccde",
            "4256335242baa5189675c122524454960cfb88e9",
        ),
    ),
    Taught(
        "spring-projects/spring-boot",
        "java",
        "Apache-2.0",
        (
            "9244f8259349468d44afd9b7886ab6c5893045c4",
            "c4ff2b12babf8b6eebd60c040b45153daf274ea4",
        ),
        (
            "spring-boot-project/spring-boot/",
            "spring-boot-project/spring-boot-actuator/",
            "spring-boot-project/spring-boot-autoconfigure/src/main/",
        ),
    ),
    Taught(
        "nushell/nushell",
        "rust",
        "MIT",
        (
            "834522d0022ef538ce8a7d96b380a4316c6e58ba",
            "f74dd33ba9213e85e08ee96ba25558d1a89f1fb2",
        ),
        (
            "crates/",
            "src/",
        ),
    ),
    Taught(
        "alacritty/alacritty",
        "rust",
        "Apache-2.0",
        (
            "879ea05b6681ffce3e90526a89f3dc6b1dd1c424",
            "edfcb81339ddb1af165c6293229a98b588a90af9",
        ),
    ),
    Taught(
        "BurntSushi/ripgrep",
        "rust",
        "MIT",
        (
            "c21b9b20cf0d4d25bd2765f39a2d19a782c4b254",
            "9eddb71b8e86a04d7048b920b9b50a2e97068d03",
        ),
    ),
    Taught(
        "symfony/symfony",
        "php",
        "MIT",
        (
            "681f14bce1812d43551b2f8ad73362e31874d9ce",
            "5b38f70367d71fd386b620fe30c1cf7f7c040541",
        ),
        (
            "src/Symfony/Component/Console/",
            "src/Symfony/Component/HttpKernel/",
            "src/Symfony/Component/Messenger/",
            "src/Symfony/Component/Form/",
            "src/Symfony/Component/Cache/",
            "src/Symfony/Component/Mailer/",
            "src/Symfony/Component/Security/",
            "src/Symfony/Component/HttpClient/",
        ),
    ),
    Taught(
        "elixir-lang/elixir",
        "elixir",
        "Apache-2.0",
        (
            "d7145ed4660d9b929ae3b0d9837fabaf796fd457",
            "73728860b4ad754d1d57f7de9e033300a27021a9",
        ),
        ("lib/",),
    ),
    Taught(
        "prometheus/prometheus",
        "go",
        "Apache-2.0",
        (
            "869f1bc587e667b79721852d5badd9f70a39fc3f",
            "1db6a580e2b550d4c41c3c6eaab4140a9b3aba1d",
        ),
        (
            "cmd/",
            "config/",
            "discovery/",
            "model/",
            "notifier/",
            "promql/",
            "rules/",
            "scrape/",
            "storage/",
            "tsdb/",
            "web/api/",
            "web/web.go",
            "util/",
            "docs/",
        ),
    ),
    Taught(
        "gohugoio/hugo",
        "go",
        "Apache-2.0",
        (
            "c7b9347be0e53f537146d67b7af57a60cc5f6222",
            "94e8a907694406da67e29ab376db393e199fe1cc",
        ),
    ),
    Taught(
        "etcd-io/etcd",
        "go",
        "Apache-2.0",
        (
            "5d8cceb164d98fb01e596f88368fdabbbda97a9a",
            "71bba3c761b0078c81c2b39781ec74853c458303",
        ),
        (
            "server/",
            "client/",
            "pkg/",
            "raft/",
            "etcdserver/",
            "clientv3/",
            "mvcc/",
            "wal/",
            "lease/",
            "etcdctl/",
        ),
    ),
    Taught("spf13/viper", "go", "MIT", ("0add84cdf25b13a28c405bf03ab1acfa9b35c5db",)),
    Taught(
        "microsoft/sql-server-samples",
        "sql",
        "MIT",
        ("644a8cfe66fc725ae43c398ea528b9ae8abd07dc",),
        (
            "samples/databases/",
            "samples/features/",
            "samples/applications/",
        ),
    ),
    Taught("pytest-dev/pytest", "python", "MIT", ("c1bdff9e69f90371dadd44c981a0abb81a214571",)),
    Taught(
        "spyder-ide/spyder", "python", "MIT", ("c41dd002488cb230ef5e3ee9fd7be6701d70bf8a",), ("spyder/", "doc")
    ),
    Taught(
        "jupyterlab/jupyterlab",
        "typescript",
        "BSD-3-Clause",
        (
            "dde2ac541b18049b69d4d51d4466f8f2915a3144",
            "1777055e3ae2a9f45d3be18e6bafba40856a5708",
        ),
        ("packages/", "jupyterlab/", "docs/"),
    ),
    Taught(
        "microsoft/playwright",
        "typescript",
        "Apache-2.0",
        (
            "69f2ae1e4d9c22c9414951d3cfbdd9971c7dcd0a",
            "b4914344483285946080da9b16304bdb4561e499",
        ),
        ("packages/", "docs/src/"),
    ),
    Taught(
        "angular/components",
        "typescript",
        "MIT",
        (
            "41320064dd4343e772c02005a71df518ddf939ee",
            "b7c377bd517ae31bd65ed7f445931ef349392033",
        ),
        ("src/cdk/", "src/material/", "guides/", "docs/"),
    ),
    Taught(
        "apache/kafka",
        "java",
        "Apache-2.0",
        (
            "3a766bd30dfea3c246b82e9028eea26a628ffee3",
            "7ef5e8b022ce27dd30012a3fdd4a12a076facade",
        ),
        ("clients/src/main/", "core/src/main/", "streams/src/main/", "connect/", "raft/", "metadata/", "docs/"),
    ),
)
