"""Each command of this part has help with an example."""

import pytest

from cribboard import cli


@pytest.mark.parametrize(
    "command",
    [
        ["doctor"],
        ["service"],
        ["service", "install"],
        ["service", "uninstall"],
        ["service", "status"],
    ],
)
def test_help_has_an_example(capsys: pytest.CaptureFixture[str], command: list[str]):
    with pytest.raises(SystemExit) as ended:
        cli.main([*command, "--help"])
    assert ended.value.code == 0
    assert "example: " in capsys.readouterr().out
