"""Job objects of Windows: what the system does to all processes in a job, whatever these run.

Elsewhere the kernel's limits (`confinement.py`) and the signal of Linux (`low_priority.py`) do the same.
"""

import ctypes
import functools
import sys
from typing import Any

_EXTENDED_LIMITS = 9
"""The class ``JobObjectExtendedLimitInformation`` of ``SetInformationJobObject``."""

_ACTIVE_PROCESS, _PROCESS_MEMORY, _DIE_ON_CRASH, _KILL_ON_CLOSE = 0x8, 0x100, 0x400, 0x2000
"""Flags ``JOB_OBJECT_LIMIT_...`` of winnt.h."""


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("smallest_working_set", ctypes.c_size_t),
        ("largest_working_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority_class", ctypes.c_uint32),
        ("scheduling_class", ctypes.c_uint32),
    )


class _Limits(ctypes.Structure):
    _fields_ = (
        ("basic", _BasicLimits),
        ("counts_of_input_and_output", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


def confine_process(most_memory_bytes: int) -> None:
    """Limit the memory of this process for good, and let it start no other one and show no dialog when it crashes.

    Raises:
        OSError: the system refuses.
    """
    limits = _Limits(process_memory=most_memory_bytes)
    limits.basic.flags = _PROCESS_MEMORY | _ACTIVE_PROCESS | _DIE_ON_CRASH
    limits.basic.active_processes = 1
    system = _system()
    _put_into(_job(limits), system.GetCurrentProcess())  # the job lasts as long as a process is in it


def end_with_this_process(child: int) -> None:
    """Have the system kill a child process when this process ends, however that ends.

    Args:
        child: its handle.

    Raises:
        OSError: the system refuses.
    """
    _put_into(_job_of_children(), child)


@functools.cache
def _job_of_children() -> int:
    """Return the job whose only handle this process has: the system closes it when the process ends."""
    limits = _Limits()
    limits.basic.flags = _KILL_ON_CLOSE
    return _job(limits)


def _job(limits: _Limits) -> int:
    system = _system()
    job = _checked(system.CreateJobObjectW(None, None))
    _checked(system.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)))
    return job


def _put_into(job: int, process: int) -> None:
    _checked(_system().AssignProcessToJobObject(job, process))


def _checked(answer: int | None) -> int:
    """Return what a function of Windows answered, which is 0 or None if it failed."""
    if sys.platform == "win32" and not answer:
        raise ctypes.WinError(ctypes.get_last_error())
    return answer or 0


@functools.cache
def _system() -> Any:
    """Return the library of Windows with the types of what is called here: a handle is as wide as a pointer."""
    if sys.platform != "win32":
        raise OSError("there are no job objects")
    library = ctypes.WinDLL("kernel32", use_last_error=True)
    handle = ctypes.c_void_p
    library.CreateJobObjectW.argtypes, library.CreateJobObjectW.restype = (handle, ctypes.c_wchar_p), handle
    library.SetInformationJobObject.argtypes = (handle, ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32)
    library.AssignProcessToJobObject.argtypes = (handle, handle)
    library.GetCurrentProcess.restype = handle
    return library
