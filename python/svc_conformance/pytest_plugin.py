"""Fixtures of pytest: `gateway` for the session, and `gateway_project` for each test."""

from __future__ import annotations

from typing import Iterator

import pytest

from .mock import Mock, Project


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "gateway(verdict=True, **options): options of the project that gateway_project opens"
    )


@pytest.fixture(scope="session")
def gateway() -> Iterator[Mock]:
    """A mock of the gateway: the one that SVC_MOCK_URL names, or else one that is started here."""
    with Mock.from_environment() or Mock.started() as mock:
        yield mock


@pytest.fixture
def gateway_project(gateway: Mock, request: pytest.FixtureRequest) -> Iterator[Project]:
    """A project with its own key. The test fails at its end if the client broke the contract."""
    marker = request.node.get_closest_marker("gateway")
    options = dict(marker.kwargs) if marker else {}
    judged = options.pop("verdict", True)
    project = gateway.project(**options)
    try:
        yield project
        verdict = project.verdict()
    finally:
        project.close()
    if judged and not verdict["ok"]:
        found = "\n".join(f"  {each['id']}: {each['mend']}" for each in verdict["findings"])
        pytest.fail(f"the client breaks the contract:\n{found}", pytrace=False)
