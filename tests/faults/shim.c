/* Loaded before the C library: lets the n-th change below one folder fail, or kills the process there, and writes
 * down every change, so that what the disk was not told to keep can be taken away afterwards.
 *
 * cc -shared -fPIC -O2 -o shim.so shim.c -ldl; then LD_PRELOAD=shim.so, and fault_arm() from inside the process.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static char folder[PATH_MAX];
static size_t length;
static atomic_long seen;
static long first = -1;
static int number, lasting, journal = -1, refuses_locks, refuses_maps;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

/* number 0 kills; else it is the errno of the n-th change, and of all that follow it where it lasts. */
void fault_arm(const char *below, long nth, int error, int lasts, const char *log) {
    strncpy(folder, below, sizeof folder - 1);
    first = nth, number = error, lasting = lasts;
    atomic_store(&seen, 0);
    if (*log) {
        int (*opens)(const char *, int, ...) = real("open");
        journal = opens(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    }
    length = strlen(folder);
}

/* A file system without locks, and one whose files cannot be mapped into memory. */
void fault_refuse(int locks, int maps) { refuses_locks = locks, refuses_maps = maps; }

long fault_count(void) { return atomic_load(&seen); }

static int below(const char *path) { return length && path && strncmp(path, folder, length) == 0; }

static void note(char kind, const char *path, const char *other) {
    char line[2 * PATH_MAX + 8];
    if (journal < 0) return;
    int size = snprintf(line, sizeof line, "%c\t%s\t%s\n", kind, path, other);
    ssize_t (*writes)(int, const void *, size_t) = real("write");
    (void)!writes(journal, line, size);
}

/* Counts a change; returns whether it has to fail. */
static int hit(char kind, const char *path, const char *other) {
    if (!below(path) && !below(other)) return 0;
    long now = atomic_fetch_add(&seen, 1);
    if (first >= 0 && (now == first || (lasting && now > first))) {
        if (!number) kill(getpid(), SIGKILL);
        errno = number;
        return 1;
    }
    note(kind, path, other);
    return 0;
}

/* Puts the path of an open file there; returns whether it is known. */
static int path_of(int fd, char *path) {
    char link[64];
    int before = errno;
    if (!length) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, PATH_MAX - 1);
    errno = before;
    if (size < 0) return 0;
    path[size] = 0;
    return 1;
}

static int hit_fd(char kind, int fd) {
    char path[PATH_MAX];
    return path_of(fd, path) && hit(kind, path, "");
}

#define FD(kind, type, name, parameters, ...)                                                                         \
    type name parameters {                                                                                             \
        static type(*next) parameters;                                                                                 \
        if (!next) next = real(#name);                                                                                 \
        return hit_fd(kind, fd) ? (type)-1 : next(__VA_ARGS__);                                                        \
    }
#define PATHS(kind, name, parameters, path, other, ...)                                                               \
    int name parameters {                                                                                              \
        static int(*next) parameters;                                                                                  \
        if (!next) next = real(#name);                                                                                 \
        return hit(kind, path, other) ? -1 : next(__VA_ARGS__);                                                        \
    }

FD('W', ssize_t, write, (int fd, const void *data, size_t size), fd, data, size)
FD('W', ssize_t, writev, (int fd, const struct iovec *parts, int count), fd, parts, count)
FD('W', ssize_t, pwrite, (int fd, const void *data, size_t size, off_t at), fd, data, size, at)
FD('W', ssize_t, pwrite64, (int fd, const void *data, size_t size, off64_t at), fd, data, size, at)
FD('W', int, ftruncate, (int fd, off_t size), fd, size)
FD('W', int, ftruncate64, (int fd, off64_t size), fd, size)
FD('S', int, fsync, (int fd), fd)
FD('S', int, fdatasync, (int fd), fd)
PATHS('R', rename, (const char *from, const char *to), from, to, from, to)
PATHS('R', renameat, (int a, const char *from, int b, const char *to), from, to, a, from, b, to)
PATHS('L', link, (const char *from, const char *to), from, to, from, to)
PATHS('L', linkat, (int a, const char *from, int b, const char *to, int flags), from, to, a, from, b, to, flags)
PATHS('M', mkdir, (const char *path, mode_t mode), path, "", path, mode)
PATHS('U', unlink, (const char *path), path, "", path)

int flock(int fd, int operation) {
    char path[PATH_MAX];
    int (*next)(int, int) = real("flock");
    if (refuses_locks && path_of(fd, path) && below(path)) {
        errno = ENOLCK;
        return -1;
    }
    return next(fd, operation);
}

#define MAPS(name)                                                                                                    \
    void *name(void *address, size_t size, int protection, int flags, int fd, off64_t at) {                            \
        static void *(*next)(void *, size_t, int, int, int, off64_t);                                                  \
        char path[PATH_MAX];                                                                                           \
        if (!next) next = real(#name);                                                                                 \
        if (refuses_maps && fd >= 0 && path_of(fd, path) && below(path)) {                                             \
            errno = ENODEV;                                                                                            \
            return (void *)-1;                                                                                         \
        }                                                                                                              \
        return next(address, size, protection, flags, fd, at);                                                         \
    }
MAPS(mmap)
MAPS(mmap64)

#define OPENS(name)                                                                                                   \
    int name(const char *path, int flags, ...) {                                                                       \
        static int (*next)(const char *, int, ...);                                                                    \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                      \
        va_end(rest);                                                                                                  \
        if (!next) next = real(#name);                                                                                 \
        return flags & O_CREAT && hit('C', path, "") ? -1 : next(path, flags, mode);                                   \
    }
OPENS(open)
OPENS(open64)
