"""The mock of the Inference Gateway for tests in Python. The command is `svc-conformance`."""

from .mock import Finding, Mock, MockError, Project, Step, Verdict

__all__ = ["Finding", "Mock", "MockError", "Project", "Step", "Verdict"]
