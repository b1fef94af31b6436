"""Generic types of Java's and Kotlin's platforms and of Spring Data: what methods give, and hand to functions."""

NOWHERE = -1


def each_of(names: str, meaning: str) -> dict[str, str]:
    """Return a table in which all names in a text have one meaning."""
    return dict.fromkeys(names.split(), meaning)


_KINDS = {
    **each_of(
        "ArrayDeque ArrayList AtomicReference BlockingQueue Callable Collection CompletableFuture", "holder"
    ),
    **each_of("CompletionStage ConcurrentLinkedQueue CopyOnWriteArrayList Deque Enumeration Future", "holder"),
    **each_of("HashSet ImmutableList ImmutableSet Instance Iterable Iterator LinkedBlockingQueue", "holder"),
    **each_of("LinkedHashSet LinkedList List ListIterator NavigableSet ObjectProvider PriorityQueue", "holder"),
    **each_of("Provider Queue SequencedCollection Set SoftReference SortedSet Stack Supplier", "holder"),
    **each_of("ThreadLocal TreeSet Vector WeakReference", "holder"),
    **each_of("Array Channel Flow Lazy MutableCollection MutableIterable MutableList MutableSet", "holder"),
    **each_of("MutableSharedFlow MutableState MutableStateFlow Sequence SharedFlow State StateFlow", "holder"),
    "MutableMap": "map",
    **each_of("ConcurrentHashMap ConcurrentMap EnumMap HashMap Hashtable IdentityHashMap ImmutableMap", "map"),
    **each_of("LinkedHashMap Map NavigableMap SortedMap TreeMap WeakHashMap", "map"),
    **each_of("CrudRepository JpaRepository ListCrudRepository ListPagingAndSortingRepository", "repository"),
    **each_of("MongoRepository PagingAndSortingRepository", "repository"),
    "Stream": "stream",
    "Optional": "optional",
    "Entry": "entry",
    "Function": "function",
    "BiFunction": "operation",
    "Mono": "mono",
    "Flux": "flux",
}
"""Kinds of types; a holder has or gives values of its one argument."""

_RESULTS = {
    "holder": {
        **each_of(
            "call ceiling element elementAt first firstElement floor get getFirst getLast getNow higher", "$0"
        ),
        **each_of("join last lastElement lower next nextElement peek peekFirst peekLast poll pollFirst", "$0"),
        **each_of("pollLast pop previous remove removeFirst removeLast set take", "$0"),
        **each_of("stream parallelStream", "Stream<$0>"),
        **each_of("iterator listIterator descendingIterator", "Iterator<$0>"),
        **each_of("subList reversed", "List<$0>"),
        **each_of("elementAtOrNull find findLast firstOrNull getOrNull lastOrNull maxBy maxByOrNull minBy", "$0"),
        **each_of("minByOrNull random receive removeAt single singleOrNull value", "$0"),
        **each_of(
            "asFlow asIterable asReversed asSequence distinct distinctBy drop dropLast dropWhile", "List<$0>"
        ),
        **each_of("filter filterNot filterNotNull onEach plus minus shuffled sorted sortedBy", "List<$0>"),
        **each_of("sortedByDescending sortedWith take takeLast takeWhile toList toMutableList", "List<$0>"),
        **each_of("toMutableSet toSet toTypedArray", "List<$0>"),
    },
    "map": {
        **each_of(
            "get getOrDefault put putIfAbsent remove replace compute computeIfAbsent computeIfPresent", "$1"
        ),
        "merge": "$1",
        "values": "Collection<$1>",
        **each_of("keys keySet", "Set<$0>"),
        **each_of("entries entrySet", "Set<Entry<$0,$1>>"),
        **each_of("getOrElse getOrPut getValue", "$1"),
        **each_of("firstKey lastKey", "$0"),
        **each_of("firstEntry lastEntry floorEntry ceilingEntry pollFirstEntry pollLastEntry", "Entry<$0,$1>"),
    },
    "repository": {
        **each_of("getById getOne getReferenceById save saveAndFlush", "$0"),
        "findById": "Optional<$0>",
        **each_of("findAll findAllById saveAll saveAllAndFlush", "List<$0>"),
    },
    "stream": {
        **each_of("distinct dropWhile filter limit onClose parallel peek sequential skip sorted", "Stream<$0>"),
        **each_of("takeWhile unordered", "Stream<$0>"),
        **each_of("findAny findFirst max min", "Optional<$0>"),
        "toList": "List<$0>",
        "iterator": "Iterator<$0>",
    },
    "optional": {
        **each_of("get orElse orElseGet orElseThrow", "$0"),
        **each_of("filter or", "Optional<$0>"),
        "stream": "Stream<$0>",
    },
    "mono": {
        **each_of("cache checkpoint contextWrite defaultIfEmpty delayElement delaySubscription", "Mono<$0>"),
        **each_of("delayUntil doAfterTerminate doFinally doFirst doOnCancel doOnError doOnNext", "Mono<$0>"),
        **each_of(
            "doOnSubscribe doOnSuccess doOnTerminate filter filterWhen hide log onErrorComplete", "Mono<$0>"
        ),
        **each_of(
            "onErrorMap onErrorResume onErrorReturn publishOn retry retryWhen single subscribeOn", "Mono<$0>"
        ),
        **each_of("switchIfEmpty tap timeout", "Mono<$0>"),
        **each_of("flux repeat", "Flux<$0>"),
        "block": "$0",
        "blockOptional": "Optional<$0>",
        "toFuture": "CompletableFuture<$0>",
    },
    "flux": {
        **each_of("cache checkpoint contextWrite defaultIfEmpty delayElements distinct doFinally", "Flux<$0>"),
        **each_of("doOnCancel doOnComplete doOnError doOnNext doOnSubscribe doOnTerminate filter", "Flux<$0>"),
        **each_of("filterWhen hide limitRate log onErrorComplete onErrorContinue onErrorMap", "Flux<$0>"),
        **each_of(
            "onErrorResume onErrorReturn publishOn repeat retry retryWhen skip sort subscribeOn", "Flux<$0>"
        ),
        **each_of("switchIfEmpty take takeLast takeUntil takeWhile timeout", "Flux<$0>"),
        **each_of("elementAt last next reduce single singleOrEmpty", "Mono<$0>"),
        **each_of("collectList collectSortedList", "Mono<List<$0>>"),
        **each_of("blockFirst blockLast", "$0"),
        "toStream": "Stream<$0>",
        "toIterable": "Iterable<$0>",
    },
    "entry": {"getKey": "$0", "getValue": "$1", "key": "$0", "value": "$1"},
    "function": {"apply": "$1"},
    "operation": {"apply": "$2"},
}
"""What methods give, by the kind of their type; ``$0`` is its first argument."""

_ONE = frozenset(
    (
        *("allMatch", "anyMatch", "dropWhile", "filter", "flatMap", "forEach", "forEachOrdered", "ifPresent"),
        *("ifPresentOrElse", "map", "mapToDouble", "mapToInt", "mapToLong", "noneMatch", "peek", "removeIf"),
        *("replaceAll", "takeWhile", "thenAccept", "thenApply", "thenCompose"),
        *("all", "any", "associate", "associateBy", "associateWith", "collect", "collectLatest", "count"),
        *("distinctBy", "filterNot", "find", "findLast", "first", "firstOrNull", "flatMapLatest", "groupBy"),
        *("indexOfFirst", "joinToString", "last", "lastOrNull", "mapLatest", "mapNotNull", "maxBy", "maxByOrNull"),
        *("maxOf", "minBy", "minByOrNull", "minOf", "none", "onEach", "partition", "single", "singleOrNull"),
        *("sortedBy", "sortedByDescending", "sumOf", "useLines"),
        *("concatMap", "concatMapIterable", "delayUntil", "doOnNext", "doOnSuccess", "filterWhen"),
        *("flatMapIterable", "flatMapMany", "flatMapSequential", "handle", "mapMulti", "mapNotNull", "subscribe"),
        *("switchMap", "takeUntil", "thenAcceptAsync", "thenApplyAsync"),
    )
)
"""Methods whose first argument is a function of one element."""

_BOTH = frozenset(("max", "min", "sort", "sorted"))
"""Methods that take a function which compares two elements."""

_PAIRS = frozenset(("compute", "computeIfAbsent", "computeIfPresent", "forEach", "replaceAll"))
"""Methods of maps that take a function of a key and a value."""


_MAPPING = frozenset(("map", "mapNotNull", "thenApply", "thenApplyAsync"))
"""Methods that give a type like their own with what a function gives."""

_FLAT = frozenset(
    (
        *("concatMap", "flatMap", "flatMapMany", "flatMapIterable", "flatMapSequential", "switchMap"),
        *("thenCompose", "concatMapIterable"),
    )
)
"""Methods whose function gives such a type itself."""

_HOLDING = {
    "Optional": ("of", "ofNullable"),
    "Mono": ("just", "justOrEmpty"),
    **dict.fromkeys(("Flux",), ("just",)),
    **dict.fromkeys(("List", "Set", "Stream"), ("of", "ofNullable")),
}
"""Static methods that make an object which holds their first argument."""

_TAKEN = {
    **dict.fromkeys(("Consumer", "Function", "Predicate", "Supplier", "UnaryOperator"), 1),
    **dict.fromkeys(("BiConsumer", "BiFunction", "BiPredicate"), 2),
    **dict.fromkeys(("ToIntFunction", "ToLongFunction", "ToDoubleFunction"), 1),
}
"""Functional types -> how many arguments their functions take, which are their own first arguments."""

_MAKERS = {
    **each_of("listOf listOfNotNull emptyList buildList", "List"),
    **each_of("mutableListOf mutableStateListOf", "MutableList"),
    **each_of("setOf emptySet buildSet", "Set"),
    **each_of("mutableSetOf hashSetOf linkedSetOf sortedSetOf", "MutableSet"),
    **each_of("mapOf emptyMap buildMap", "Map"),
    **each_of("mutableMapOf hashMapOf linkedMapOf sortedMapOf mutableStateMapOf", "MutableMap"),
    **each_of("arrayOf emptyArray arrayOfNulls", "Array"),
    **each_of("sequenceOf emptySequence", "Sequence"),
    **each_of("flowOf emptyFlow flow channelFlow callbackFlow", "Flow"),
    "arrayListOf": "ArrayList",
    "mutableStateOf": "MutableState",
    "lazy": "Lazy",
}
"""Functions of Kotlin's platform that make an object -> its type."""

_PLATFORM_METHODS = frozenset((*_ONE, *_BOTH, *_PAIRS, *(name for kind in _RESULTS.values() for name in kind)))


def is_platform_method(name: str) -> bool:
    """Return whether types of the platform have a method of a name."""
    return name in _PLATFORM_METHODS


def result_of(type_: str, method: str) -> str:
    """Return what a method of a type gives, with ``$0`` for the type's first argument; empty where unknown."""
    return _RESULTS.get(_KINDS.get(type_, ""), {}).get(method, "")


def made_by(function: str) -> str:
    """Return the type of the platform that a function of that makes by its name alone; empty where unknown."""
    return function if function in _KINDS else _MAKERS.get(function, "")


def parameter_of(type_: str, method: str, argument: int, parameter: int) -> int:
    """Return which argument of a type a function is called with that one of its methods takes.

    It is `NOWHERE` where that is unknown.

    Args:
        type_: name of the type.
        method: its method that the function is handed to.
        argument: of that method, from 0: the function.
        parameter: of the function, from 0.
    """
    kind = _KINDS.get(type_, "")
    if kind == "map":
        return parameter if method in _PAIRS else NOWHERE
    is_known = (method in _ONE and argument == parameter == 0) or method in _BOTH
    is_single = kind in {"holder", "stream", "optional", "mono", "flux"}
    return 0 if is_single and is_known else NOWHERE


def mapped(type_: str, method: str) -> tuple[str, bool]:
    """Return the type that a method makes of what a function gives which it takes; empty where it makes none.

    The second value says whether the function gives such a type already: ``flatMap``.
    """
    if _KINDS.get(type_) not in {"holder", "stream", "optional", "mono", "flux"}:
        return "", False
    is_flat = method in _FLAT
    made = "Flux" if method in {"flatMapMany", "flatMapIterable"} else type_
    return (made, is_flat) if is_flat or method in _MAPPING else ("", False)


def holds_argument(type_: str, method: str) -> bool:
    """Return whether a static method makes an object that holds its first argument: ``Optional.of(order)``."""
    return method in _HOLDING.get(type_, ())


def called_with(type_: str, parameter: int) -> int:
    """Return which argument of a functional type a parameter of its function has; `NOWHERE` where unknown."""
    return parameter if parameter < _TAKEN.get(type_, 0) else NOWHERE
