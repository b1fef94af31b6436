"""Missing system libraries are named with the packages that bring them."""

from app.installation.qt_libraries import APT, missing_error, names_not_found, packages_of

LDD = """
\tlinux-vdso.so.1 (0x00007ffd)
\tlibxcb-cursor.so.0 => not found
\tlibEGL.so.1 => not found
\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
\tlibxcb-cursor.so.0 => not found
\tlibodd.so.9 => not found
"""


def test_only_what_the_loader_misses_is_named_once_each() -> None:
    assert names_not_found(LDD) == ("libEGL.so.1", "libodd.so.9", "libxcb-cursor.so.0")


def test_known_libraries_give_their_packages_and_unknown_ones_none() -> None:
    assert packages_of(names_not_found(LDD)) == ("libegl1", "libxcb-cursor0")


def test_the_error_names_every_library_and_the_whole_command() -> None:
    line = missing_error(names_not_found(LDD)).one_line()
    assert "libodd.so.9" in line
    assert f"Run: sudo {' '.join(APT)} libegl1 libxcb-cursor0" in line


def test_a_library_that_no_package_is_known_for_leaves_it_to_the_person() -> None:
    assert "package manager" in str(missing_error(("libodd.so.9",)).remedy)
