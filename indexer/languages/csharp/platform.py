"""C#: built-in knowledge about the platform."""

from collections import defaultdict

PLATFORM_NAMES = frozenset(
    """
    Add AddRange Aggregate All Any Append AsEnumerable AsNoTracking AsQueryable AsSpan Average BeginScope
    Build Cast Clear Clone Close Concat Configure Contains ContainsKey Convert Copy CopyTo Count Create
    Delete DeleteAsync Dispose DisposeAsync Distinct DistinctBy ElementAt Empty EndsWith Equals Except
    Execute ExecuteAsync Find FindAsync First FirstAsync FirstOrDefault FirstOrDefaultAsync Flush Format
    Get GetAsync GetAwaiter GetEnumerator GetHashCode GetRequiredService GetService GetType GetValue
    GetValueOrDefault GroupBy Include IndexOf Insert Intersect Invoke Join Last LastOrDefault Load Log
    LogDebug LogError LogInformation LogWarning Map Max Merge Min MoveNext Next Open OrderBy Parse Post
    PostAsync Put PutAsync Query QueryAsync Read ReadAsync Remove RemoveAll RemoveAt Replace Reset
    Returns Reverse Run Save SaveChanges SaveChangesAsync Select SelectMany Send SendAsync SequenceEqual
    Set SetValue Single SingleOrDefault Skip Sort Split Start StartsWith Stop Substring Sum Take ThenBy
    ThenInclude ToArray ToDictionary ToHashSet ToList ToListAsync ToLower ToLookup ToString ToUpper Trim
    TryAdd TryGet TryGetValue TryParse Union Update UpdateAsync Use Wait Where With Write WriteAsync
    WriteLine Zip
    """.split()  # noqa: SIM905 - a list of words reads better than a list of strings
)
"""Method names of the platform: such a call resolves to a method of this root only if its receiver is known."""

SEQUENCES = frozenset(
    (
        *(
            "Array",
            "List",
            "IList",
            "IEnumerable",
            "ICollection",
            "IReadOnlyList",
            "IReadOnlyCollection",
            "HashSet",
        ),
        *("IQueryable", "DbSet", "IAsyncEnumerable", "ISet", "Queue", "Stack", "ImmutableArray", "ImmutableList"),
        *("IOrderedQueryable", "IOrderedEnumerable", "Collection", "ObservableCollection", "ReadOnlyCollection"),
        *("SortedSet", "ConcurrentBag", "ConcurrentQueue", "IDbSet"),
    )
)
"""Collections of one argument, the type of their elements; each also is an IEnumerable."""

ELEMENT_METHODS = frozenset(
    f"{name}{end}{later}"
    for name in ("First", "Last", "Single")
    for end in ("", "OrDefault")
    for later in ("", "Async")
) | frozenset(
    ("ElementAt", "ElementAtOrDefault", "MinBy", "MaxBy", "Find", "FindAsync", "FindLast", "Dequeue", "Pop")
)
"""Methods of a sequence that give one of its elements."""

SAME_METHODS = frozenset(
    """
    Where OrderBy OrderByDescending ThenBy ThenByDescending Order OrderDescending Skip SkipLast SkipWhile
    Take TakeLast TakeWhile Distinct DistinctBy Concat Union UnionBy Except ExceptBy Intersect IntersectBy
    Append Prepend Reverse DefaultIfEmpty ToList ToArray ToHashSet ToListAsync ToArrayAsync ToHashSetAsync
    AsEnumerable AsQueryable AsNoTracking AsNoTrackingWithIdentityResolution AsTracking AsSplitQuery
    AsSingleQuery IgnoreQueryFilters TagWith Include ThenInclude FindAll GetRange
    """.split()  # noqa: SIM905 - a list of words reads better than a list of strings
)
"""Methods of a sequence that give a sequence of the same elements."""

TYPES = {
    "System": "Action Attribute Buffer Delegate Enum Environment Exception Index Lazy Object Progress Random Range"
    " TimeZone Timeout Type Uri Version",
    "System.Collections": "Comparer IList Queue Stack",
    "System.Collections.Generic": "Comparer Dictionary List Queue Stack",
    "System.Data": "DataColumn DataRow DataSet DataTable Rule",
    "System.Diagnostics": "Activity Debug Process Trace",
    "System.Drawing": "Color Font Image Point Rectangle Region Size",
    "System.IO": "Directory File Path Stream",
    "System.Linq": "Enumerable Lookup",
    "System.Net": "Authorization Cookie",
    "System.Net.Mail": "Attachment MailMessage",
    "System.Reflection": "Assembly Binder Module Pointer",
    "System.Text": "Encoder Encoding Rune",
    "System.Text.RegularExpressions": "Capture Group Match",
    "System.Threading": "Barrier Lock Monitor Thread Timer",
    "System.Threading.Tasks": "Parallel Task",
    "System.Timers": "Timer",
    "System.Web.Mvc": "Controller",
    "System.Web.Security": "Membership Roles",
    "System.Web.UI": "Control Page Pair UserControl",
    "System.Web.UI.WebControls": "Button Calendar Image Label Menu Panel Table View Wizard",
    "System.Windows": "Application Point Rect Size Style Window",
    "System.Windows.Controls": "Button Control Grid Image Label Menu Page Panel UserControl",
    "System.Windows.Forms": "Application Button Control Form Label Menu Message Panel Timer UserControl",
}
"""Types of the platform that a program is likely to have one of the same name of, by their namespace."""

_NAMESPACES_OF: dict[str, set[str]] = defaultdict(set)
for _space, _names in TYPES.items():
    for _name in _names.split():
        _NAMESPACES_OF[_name].add(_space)


def is_platform_type(name: str, usings: frozenset[str]) -> bool:
    """Return whether a bare name is a type that one of the namespaces in use has, as far as this is known."""
    return not _NAMESPACES_OF.get(name, frozenset[str]()).isdisjoint(usings)
