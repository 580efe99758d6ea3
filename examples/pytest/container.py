"""Runs the mock in a container with Testcontainers, for machines without Node. SVC_MOCK_IMAGE names the image."""

import os
import secrets

from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import LogMessageWaitStrategy

COMMAND = "mock --host 0.0.0.0 --port 8080 --admin-host 0.0.0.0 --admin-port 9090"


def run_mock(image):
    # Other containers can reach the admin API, so it needs a token.
    token = os.environ.setdefault("SVC_MOCK_ADMIN_TOKEN", secrets.token_hex(16))
    container = (
        DockerContainer(image)
        .with_command(COMMAND)
        .with_env("SVC_MOCK_ADMIN_TOKEN", token)
        .with_exposed_ports(8080, 9090)
        .waiting_for(LogMessageWaitStrategy("The admin API listens at"))
    )
    with container:
        host = container.get_container_host_ip()
        yield {
            "url": f"http://{host}:{container.get_exposed_port(8080)}",
            "admin_url": f"http://{host}:{container.get_exposed_port(9090)}",
        }
