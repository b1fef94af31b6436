"""Generic types of Dart, Flutter and some packages: what their members give, and hand to functions."""

from indexer.linking.platform_types import NOWHERE, each_of

CONTEXT = "BuildContext"

_KINDS = {
    **each_of("List Iterable Set Queue IList ISet UnmodifiableListView BuiltList RxList ObservableList", "list"),
    **each_of("LinkedHashSet HashSet ListQueue DoubleLinkedQueue SplayTreeSet QueryList", "list"),
    **each_of(
        "Map LinkedHashMap HashMap SplayTreeMap UnmodifiableMapView IMap BuiltMap RxMap ObservableMap", "map"
    ),
    **each_of("Future FutureOr SynchronousFuture CancelableOperation", "future"),
    **each_of("Stream Observable ValueStream", "stream"),
    **each_of("StreamController BehaviorSubject PublishSubject ReplaySubject", "controller"),
    **each_of("ValueNotifier ValueListenable Rx Rxn AsyncValue AsyncData Option Animation Signal Ref", "holder"),
    **each_of("Either", "either"),
    **each_of("State ConsumerState HookState SingleChildState ConsumerHookState", "state"),
    **each_of("Cubit HydratedCubit ReplayCubit StateNotifier Notifier AutoDisposeNotifier $Notifier", "cubit"),
    **each_of("PureNotifier ReduxNotifier", "cubit"),
    **each_of(
        "AsyncNotifier AutoDisposeAsyncNotifier StreamNotifier $AsyncNotifier $StreamNotifier", "asynchronous"
    ),
    **each_of("Bloc HydratedBloc ReplayBloc", "bloc"),
    **each_of("GetView GetWidget", "view"),
    **each_of("Provider AutoDisposeProvider StateProvider ChangeNotifierProvider $FunctionalProvider", "provider"),
    **each_of("FutureProvider StreamProvider AutoDisposeFutureProvider", "asynchronous provider"),
    **each_of(
        "StateNotifierProvider ReduxProvider NotifierProvider AutoDisposeNotifierProvider $NotifierProvider",
        "notifier provider",
    ),
    **each_of("AsyncNotifierProvider StreamNotifierProvider AutoDisposeAsyncNotifierProvider", "loading provider"),
    **each_of("$AsyncNotifierProvider $StreamNotifierProvider", "loading provider"),
    **each_of("ReduxAction AsyncReduxAction ReduxActionWithResult AsyncReduxActionWithResult", "action"),
    "MapEntry": "entry",
    "AsyncSnapshot": "snapshot",
    "Completer": "completer",
    "GlobalKey": "key",
    "Iterator": "iterator",
    "Box": "box",
}
"""Kinds of types."""

_SAME_LIST = (
    "where skip take toList toSet followedBy skipWhile takeWhile reversed sublist whereNotNull nonNulls sorted"
    " sortedBy getRange toUnmodifiable lock unlock union intersection difference shuffled whereIndexed"
)

_RESULTS = {
    "list": {
        **each_of(
            "first last single elementAt firstWhere lastWhere singleWhere reduce [] removeAt removeLast", "$0"
        ),
        **each_of("removeFirst firstOrNull lastOrNull singleOrNull firstWhereOrNull lastWhereOrNull lookup", "$0"),
        **each_of("elementAtOrNull singleWhereOrNull", "$0"),
        **each_of(_SAME_LIST, "List<$0>"),
        "asMap": "Map<int,$0>",
        "iterator": "Iterator<$0>",
    },
    "map": {
        **each_of("[] putIfAbsent remove update", "$1"),
        "values": "List<$1>",
        "keys": "List<$0>",
        "entries": "List<MapEntry<$0,$1>>",
    },
    "entry": {"key": "$0", "value": "$1"},
    "iterator": {"current": "$0"},
    "future": {"await": "$0", **each_of("timeout whenComplete catchError", "Future<$0>"), "value": "Future<$0>"},
    "stream": {
        **each_of("first last single firstWhere lastWhere elementAt", "Future<$0>"),
        **each_of("where distinct take skip takeWhile skipWhile asBroadcastStream handleError", "Stream<$0>"),
        **each_of("debounceTime throttleTime startWith doOnData delay", "Stream<$0>"),
        **each_of("value valueOrNull", "$0"),
        "toList": "Future<List<$0>>",
        "iterator": "Iterator<$0>",
    },
    "controller": {"stream": "Stream<$0>", "value": "$0", "valueOrNull": "$0"},
    "holder": {**each_of("value valueOrNull requireValue peek", "$0")},
    "either": {},
    "snapshot": {**each_of("data requireData", "$0")},
    "completer": {"future": "Future<$0>"},
    "key": {"currentState": "$0"},
    "state": {"widget": "$0", "context": CONTEXT},
    "cubit": {"state": "$0", "stream": "Stream<$0>"},
    "asynchronous": {"state": "AsyncValue<$0>", "future": "Future<$0>"},
    "bloc": {"state": "$1", "stream": "Stream<$1>"},
    "action": {"notifier": "$0", "state": "$1"},
    "view": {"controller": "$0"},
    "provider": {"watch": "$0", "notifier": "$0"},
    "asynchronous provider": {"watch": "AsyncValue<$0>", "future": "Future<$0>"},
    "notifier provider": {"watch": "$1", "notifier": "$0"},
    "loading provider": {"watch": "AsyncValue<$1>", "notifier": "$0", "future": "Future<$1>"},
    "box": {**each_of("get getAt", "$0"), "values": "List<$0>"},
}
"""What members give, by the kind of their type; ``$0`` is its first argument."""

_ONE = frozenset(
    (
        *(
            "map",
            "where",
            "forEach",
            "any",
            "every",
            "firstWhere",
            "lastWhere",
            "singleWhere",
            "expand",
            "takeWhile",
        ),
        *(
            "skipWhile",
            "indexWhere",
            "lastIndexWhere",
            "removeWhere",
            "retainWhere",
            "firstWhereOrNull",
            "sortedBy",
        ),
        *("lastWhereOrNull", "singleWhereOrNull", "none", "sumBy", "maxBy", "minBy", "groupBy", "groupListsBy"),
        *("then", "listen", "asyncMap", "asyncExpand", "switchMap", "distinctBy", "whereNot", "groupFoldBy"),
    )
)
"""Members whose first argument is a function of one element."""

_BOTH = frozenset(("sort", "reduce", "sorted", "distinct"))
"""Members that take a function of two elements."""

_INDEXED = frozenset(("forEachIndexed", "mapIndexed", "whereIndexed", "expandIndexed"))
"""Members that take a function of a number and an element."""

_PAIRS = frozenset(("forEach", "map", "removeWhere", "updateAll"))
"""Members of maps that take a function of a key and a value."""

_WALKED = frozenset(("list", "stream", "future", "controller"))


def result_of(type_: str, member: str) -> str:
    """Return what a member of a type gives, with ``$0`` for the type's first argument; empty where unknown."""
    return _RESULTS.get(_KINDS.get(type_, ""), {}).get(member, "")


def parameter_of(type_: str, member: str, argument: int, parameter: int) -> int:
    """Return which argument of a type a function is called with that a member takes; `NOWHERE` where unknown."""
    kind = _KINDS.get(type_, "")
    if kind == "map":
        if member == "update":
            return 1 if argument == 1 and parameter == 0 else NOWHERE
        return parameter if member in _PAIRS and argument == 0 else NOWHERE
    if kind not in _WALKED:
        return NOWHERE
    if member in _INDEXED:
        return 0 if parameter == 1 else NOWHERE
    is_one = member in _ONE and argument == parameter == 0
    is_folded = member == "fold" and argument == parameter == 1
    return 0 if is_one or is_folded or (member in _BOTH and argument == 0) else NOWHERE
