"""Limits for a process that reads untrusted files: it may compute within its memory, read files, and answer.

Libraries for documents are written in C and meet files that anybody may have made. On Linux, on the usual
processors, the kernel refuses such a process every new socket, program and process, and every change to a file.
Windows refuses it more memory and new processes. Elsewhere it has only the limits of memory and of the size of
files that it may write, where the system has these.
"""

import contextlib
import ctypes
import errno
import platform
import struct
import sys
from typing import Final, NamedTuple

from indexer.pipeline.windows_jobs import confine_process

MOST_MEMORY_BYTES = 2_000_000_000
"""Memory for data. The largest document allowed takes a tenth of it; a bomb below the limits of size takes all."""


class _Machine(NamedTuple):
    """Numbers of the kernel's calls on one kind of processor.

    Attributes:
        audit: the kernel's number of the processor's architecture.
        refused: calls that always fail.
        opening: calls that fail unless they only read, each with the position of its flags.
        forking: call that fails unless it starts a thread.
        own: the call that installs a filter.
    """

    audit: int
    refused: tuple[int, ...]
    opening: tuple[tuple[int, int], ...]
    forking: int
    own: int


_COMMON = (425, 426, 427, 438, 452)  # io_uring, pidfd_getfd, fchmodat2
_X86_64 = _Machine(
    audit=0xC000003E,
    refused=(
        *(41, 42, 43, 49, 50, 53, 288),  # socket, connect, accept, bind, listen, socketpair, accept4
        *(57, 58, 59, 322, 62, 101, 311),  # fork, vfork, execve, execveat, kill, ptrace, process_vm_writev
        *(76, 82, 83, 84, 85, 86, 87, 88, 90, 91, 92, 93, 94),  # truncate, rename ... unlink, chmod ... lchown
        *(132, 133, 188, 189, 190, 197, 198, 199, 235),  # utime, mknod, extended attributes, utimes
        *(258, 259, 260, 261, 263, 264, 265, 266, 268, 280, 316),  # the same, relative to a folder
        *(155, 165, 166, 272, 308, 321, 323),  # mounts, namespaces, bpf, userfaultfd
        *_COMMON,
    ),
    opening=((2, 1), (257, 2)),  # open, openat
    forking=56,
    own=317,
)
_AARCH64 = _Machine(
    audit=0xC00000B7,
    refused=(
        *(198, 199, 200, 201, 202, 203, 242),  # socket, socketpair, bind, listen, accept, connect, accept4
        *(221, 281, 117, 129, 271),  # execve, execveat, ptrace, kill, process_vm_writev
        *(
            33,
            34,
            35,
            36,
            37,
            38,
            276,
            45,
            52,
            53,
            54,
            55,
            88,
        ),  # mknodat ... renameat2, truncate, chmod, chown, times
        *(5, 6, 7, 14, 15, 16),  # extended attributes
        *(39, 40, 41, 97, 268, 280, 282),  # mounts, namespaces, bpf, userfaultfd
        *_COMMON,
    ),
    opening=((56, 2),),  # openat
    forking=220,
    own=277,
)
_MACHINES = {"x86_64": _X86_64, "aarch64": _AARCH64}

_CLONE3, _OPENAT2 = 435, 437
"""Calls with flags in memory, which no filter reads: they are refused as unknown, so the older ones are used."""
_NOT_ONLY_READING = 0o3 | 0o100 | 0o1000 | 0o20000000
"""Flags of opening: to write, create, cut off, or make without a name."""
_THREAD = 0x10000
_OLD_NUMBERS = 0x40000000
"""From here on numbers belong to another set of calls of the same processor."""

_ALLOW: Final = 0x7FFF0000
_FAIL: Final = 0x00050000
_LOAD, _EQUAL, _ANY_BIT, _AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_NUMBER_AT, _AUDIT_AT, _ARGUMENTS_AT = 0, 4, 16
_NO_NEW_PRIVILEGES, _SET_FILTER, _ALL_THREADS = 38, 1, 1


def confine() -> None:
    """Give up what reading files does not need, for this process and for good."""
    _limit_resources()
    machine = _MACHINES.get(platform.machine())
    if sys.platform == "linux" and machine is not None and sys.maxsize > 2**32:
        with contextlib.suppress(OSError, AttributeError):
            _install(machine)


def _limit_resources() -> None:
    if sys.platform == "win32":
        with contextlib.suppress(OSError):
            confine_process(MOST_MEMORY_BYTES)
        return
    import resource

    for name, most in (("RLIMIT_DATA", MOST_MEMORY_BYTES), ("RLIMIT_FSIZE", 0), ("RLIMIT_CORE", 0)):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            number = getattr(resource, name)
            soft, hard = resource.getrlimit(number)
            known = [limit for limit in (soft, hard, most) if limit != resource.RLIM_INFINITY]
            resource.setrlimit(number, (min(known), min(known)))


def _install(machine: _Machine) -> None:
    """Have the kernel filter the calls of all threads of this process."""
    program = _program(machine)
    code = ctypes.create_string_buffer(program, len(program))

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))

    header = Program(len(program) // 8, ctypes.addressof(code))
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0:
        library.syscall(machine.own, _SET_FILTER, _ALL_THREADS, ctypes.byref(header))


def _program(machine: _Machine) -> bytes:
    """Return the filter; each rule jumps over its own end where it does not apply."""
    refused, unknown = _FAIL | errno.EACCES, _FAIL | errno.ENOSYS
    steps = [
        (_LOAD, 0, 0, _AUDIT_AT),
        (_EQUAL, 1, 0, machine.audit),
        (_RETURN, 0, 0, refused),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, _OLD_NUMBERS),
        (_RETURN, 0, 0, refused),
    ]
    for number in machine.refused:
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, refused)]
    for number in (_CLONE3, _OPENAT2):
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, unknown)]
    for number, position in machine.opening:
        steps += [
            (_EQUAL, 0, 4, number),
            (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * position),
            (_ANY_BIT, 0, 1, _NOT_ONLY_READING),
            (_RETURN, 0, 0, refused),
            (_RETURN, 0, 0, _ALLOW),
        ]
    steps += [
        (_EQUAL, 0, 3, machine.forking),
        (_LOAD, 0, 0, _ARGUMENTS_AT),
        (_ANY_BIT, 1, 0, _THREAD),
        (_RETURN, 0, 0, refused),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
