"""What the installed program holds of the packages it is made of."""

from pathlib import Path

import pytest

from tests.unit.packaging.scripts import module_at, script

contents = script("freeze/contents.py")


@pytest.mark.parametrize(
    "path",
    [
        "openvino/libs/libopenvino_intel_cpu_plugin.so",
        "openvino/libs/libopenvino_ir_frontend.so.2641",
        "PySide6/QtWidgets.abi3.so",
        "pyarrow/libarrow_python.so.2600",
        "pyarrow/libarrow_substrait.so.2600",
        "PySide6/Qt/lib/libQt6Svg.so.6",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "numpy/testing/__init__.py",
        "lancedb-0.40.0.dist-info/licenses/LICENSE",
    ],
)
def test_what_a_running_program_opens_is_shipped(path: str) -> None:
    assert contents.is_shipped(path)


@pytest.mark.parametrize(
    "path",
    [
        "../../../bin/torchrun",
        "openvino/libs/libopenvino_intel_gpu_plugin.so",
        "openvino/libs/libopenvino_pytorch_frontend.so.2641",
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "PySide6/Qt/qml/QtQuick/qmldir",
        "PySide6/designer",
        "PySide6/QtCore.pyi",
        "PySide6/Qt/translations/qtbase_fr.qm",
        "PySide6/Qt/translations/designer_de.qm",
        "huggingface_hub/hf_api.py",
        "pyarrow/tests/test_array.py",
        "pyarrow/libarrow_python.so",
        "pyarrow/libarrow_python.so.2600.1.0",
        "lancedb-0.40.0.dist-info/sboms/lancedb-python.cyclonedx.json",
    ],
)
def test_headers_tests_and_tools_are_not(path: str) -> None:
    assert not contents.is_shipped(path)


def test_no_pattern_is_written_twice() -> None:
    patterns = contents.NEVER_OPENED

    assert len(patterns) > 50
    assert len(set(patterns)) == len(patterns)


def test_packages_of_this_environment_are_left_to_their_files_and_the_program_is_not() -> None:
    result = contents.installed_modules(besides=("app", "search"))

    assert {"numpy", "torch", "PySide6", "lancedb"} <= result
    assert not {"app", "search", "sys"} & result


def test_a_module_is_left_as_bytecode_alone_and_can_be_imported(tmp_path: Path) -> None:
    import py_compile

    source, data = tmp_path / "package" / "module.py", tmp_path / "sample" / "worker.py"
    for file in (source, data):
        file.parent.mkdir()
        file.write_text("VALUE = 'compiled'\n")
    py_compile.compile(str(source))
    script("freeze/build.py").leave_bytecode(tmp_path)
    module = module_at(source.with_suffix(".pyc"))

    assert not source.exists()
    assert module.VALUE == "compiled"
    assert data.is_file()
