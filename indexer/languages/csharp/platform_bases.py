"""C#: which types of the platform and of well-known packages are derived from which."""

from functools import cache

_CONNECTIONS = """
    SqlConnection NpgsqlConnection SqliteConnection SQLiteConnection MySqlConnection OracleConnection
    OleDbConnection OdbcConnection SqlCeConnection FbConnection SnowflakeDbConnection DuckDBConnection
    ProfiledDbConnection
"""

_BASES: dict[str, str] = {
    "Array": "IList IReadOnlyList",
    "List": "IList IReadOnlyList",
    "Collection": "IList IReadOnlyList",
    "ObservableCollection": "IList IReadOnlyList",
    "ReadOnlyCollection": "IList IReadOnlyList",
    "ImmutableArray": "IList IReadOnlyList",
    "ImmutableList": "IList IReadOnlyList",
    "IList": "ICollection",
    "IReadOnlyList": "IReadOnlyCollection",
    "HashSet": "ISet IReadOnlyCollection",
    "SortedSet": "ISet IReadOnlyCollection",
    "ISet": "ICollection",
    "Queue": "IReadOnlyCollection",
    "Stack": "IReadOnlyCollection",
    "ICollection": "IEnumerable",
    "IReadOnlyCollection": "IEnumerable",
    "DbSet": "IQueryable",
    "IDbSet": "IQueryable",
    "IOrderedQueryable": "IQueryable",
    "IQueryable": "IEnumerable",
    "IOrderedEnumerable": "IEnumerable",
    "Dictionary": "IDictionary IReadOnlyDictionary",
    "ConcurrentDictionary": "IDictionary IReadOnlyDictionary",
    "SortedDictionary": "IDictionary IReadOnlyDictionary",
    "SortedList": "IDictionary IReadOnlyDictionary",
    "ReadOnlyDictionary": "IDictionary IReadOnlyDictionary",
    "ImmutableDictionary": "IDictionary IReadOnlyDictionary",
    "FrozenDictionary": "IDictionary IReadOnlyDictionary",
    **dict.fromkeys(_CONNECTIONS.split(), "DbConnection"),
    "DbConnection": "IDbConnection",
    **dict.fromkeys(("SqlCommand", "NpgsqlCommand", "SqliteCommand", "MySqlCommand"), "DbCommand"),
    "DbCommand": "IDbCommand",
    **dict.fromkeys(("SqlDataReader", "NpgsqlDataReader", "SqliteDataReader", "MySqlDataReader"), "DbDataReader"),
    "DbDataReader": "IDataReader",
    "IDataReader": "IDataRecord",
    **dict.fromkeys(("SqlTransaction", "NpgsqlTransaction", "SqliteTransaction"), "DbTransaction"),
    "DbTransaction": "IDbTransaction",
    **dict.fromkeys(("SqlParameter", "NpgsqlParameter", "SqliteParameter"), "DbParameter"),
    "DbParameter": "IDbDataParameter",
    "IDbDataParameter": "IDataParameter",
    **dict.fromkeys(("FileStream", "MemoryStream", "BufferedStream", "GZipStream", "NetworkStream"), "Stream"),
    **dict.fromkeys(("StreamReader", "StringReader"), "TextReader"),
    **dict.fromkeys(("StreamWriter", "StringWriter"), "TextWriter"),
    **dict.fromkeys(("Action", "Comparison", "EventHandler", "Func", "Predicate"), "Delegate"),
    "Expression": "LambdaExpression",
    "Controller": "ControllerBase",
    "WebApplication": "IApplicationBuilder IEndpointRouteBuilder IHost",
    "RouteGroupBuilder": "IEndpointRouteBuilder IEndpointConventionBuilder",
    "RouteHandlerBuilder": "IEndpointConventionBuilder",
    "WebApplicationBuilder": "IHostApplicationBuilder",
    "HostApplicationBuilder": "IHostApplicationBuilder",
    "ConfigurationManager": "IConfiguration IConfigurationBuilder",
    "IConfigurationRoot": "IConfiguration",
    "IConfigurationSection": "IConfiguration",
    "ServiceCollection": "IServiceCollection",
    "ServiceProvider": "IServiceProvider",
    "ClaimsPrincipal": "IPrincipal",
    "ClaimsIdentity": "IIdentity",
}
"""The nearest bases of a type, by their simple names; type arguments stand at the same places in both."""

ANYTHING = frozenset(("object", "Object"))
"""Every type is derived from it."""

_COLLECTION = "Add Clear Contains CopyTo Remove"
_INDEXED = f"{_COLLECTION} IndexOf Insert RemoveAt"
_LIST = f"""{_INDEXED} AddRange AsReadOnly BinarySearch ConvertAll Exists Find FindAll FindIndex FindLast
    FindLastIndex ForEach GetRange InsertRange LastIndexOf RemoveAll RemoveRange Reverse Sort ToArray TrueForAll"""
_DICTIONARY = "Add Clear Contains ContainsKey ContainsValue CopyTo Remove TryAdd TryGetValue"

_METHODS: dict[str, frozenset[str]] = {
    "List": frozenset(_LIST.split()),
    "ImmutableList": frozenset(_LIST.split()),
    **dict.fromkeys(("ImmutableArray", "IList", "Collection"), frozenset(_INDEXED.split())),
    **dict.fromkeys(("ObservableCollection", "ReadOnlyCollection"), frozenset(_INDEXED.split())),
    **dict.fromkeys(("ICollection", "HashSet", "ISet", "SortedSet"), frozenset(_COLLECTION.split())),
    **dict.fromkeys(("Dictionary", "IDictionary", "ConcurrentDictionary"), frozenset(_DICTIONARY.split())),
    **dict.fromkeys(("SortedDictionary", "SortedList"), frozenset(_DICTIONARY.split())),
}
"""Methods that collections have themselves; they go before extensions of the same name."""


_COUNTS = {
    **dict.fromkeys(("Clear", "AsReadOnly"), (0,)),
    **dict.fromkeys(("Contains", "AddRange", "ConvertAll", "Exists", "Find", "FindAll", "FindLast"), (1,)),
    **dict.fromkeys(("ForEach", "RemoveAll", "RemoveAt", "TrueForAll", "ContainsKey", "ContainsValue"), (1,)),
    **dict.fromkeys(("Add", "Remove"), (1, 2)),
    **dict.fromkeys(("IndexOf", "LastIndexOf"), (1, 2, 3)),
    **dict.fromkeys(("Insert", "InsertRange", "GetRange", "RemoveRange", "TryAdd", "TryGetValue"), (2,)),
}
"""How many arguments these methods may be given."""


def has_itself(name: str, method: str, arguments: int) -> bool:
    """Return whether a type outside has a method for so many arguments, as far as its methods are known."""
    return method in _METHODS.get(name, ()) and arguments in _COUNTS.get(method, (arguments,))


@cache
def bases_of(name: str) -> frozenset[str]:
    """Return the simple names of a type outside and of all of its bases, as far as they are known."""
    nearest = _BASES.get(name, "").split()
    return frozenset((name,)).union(*(bases_of(each) for each in nearest))
