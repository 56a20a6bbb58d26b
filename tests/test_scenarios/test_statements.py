"""Every statement of the two pages has its scenario, which fails when its rule is taken out."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from statements import ALL, COUNTERPARTS, ELSEWHERE, SCENARIOS

for _file in sorted(Path(__file__).parent.glob("test_agot2_*.py")):
    import_module(_file.stem)


def test_every_statement_has_a_scenario_or_a_reason() -> None:
    assert set(ALL) == set(SCENARIOS) | set(ELSEWHERE)
    assert not set(SCENARIOS) & set(ELSEWHERE)
    assert all(reason for reason in ELSEWHERE.values())


def test_every_scenario_has_a_counterpart() -> None:
    assert set(COUNTERPARTS) == set(SCENARIOS)


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_names_say_which_statement(name: str) -> None:
    _, page, topic, number = name.split("-")
    wanted = f"test_{topic.lower()}_{number}_"
    assert SCENARIOS[name].test.__name__.startswith(wanted)
    assert COUNTERPARTS[name].__name__.startswith(f"{wanted}beside_")
    assert SCENARIOS[name].test.__module__.startswith(f"test_agot2_p{int(page):02}_")


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_fails_when_the_rules_function_is_taken_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = SCENARIOS[name]
    scenario.test()
    module, _, path = scenario.rule.partition(":")
    owner = import_module(module)
    *within, attribute = path.split(".")
    for part in within:
        owner = getattr(owner, part)
    monkeypatch.setattr(owner, attribute, scenario.without)
    failed = False
    try:
        scenario.test()
    except Exception:  # an assertion, or the table refuses, or an action isn't there
        failed = True
    assert failed, f"{name} holds without {scenario.rule}"


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_the_rule_says_which_statement_it_keeps(name: str) -> None:
    module, _, path = SCENARIOS[name].rule.partition(":")
    if "." in path:
        return  # a row of data, which carries its own source
    said = getattr(import_module(module), path).__doc__ or ""
    number = name.rsplit("-", 1)[-1]
    assert name in said or f"-{number}]" in said or f"-{number};" in said, f"{module}:{path}"
