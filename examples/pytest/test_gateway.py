import pytest

from gateway import GatewayError, ask


def answer(question, project, pieces=None):
    pieces = [] if pieces is None else pieces
    for piece in ask(question, base_url=project.url, key=project.key, model="svc/small"):
        pieces.append(piece)
    return "".join(pieces)


def test_an_answer_arrives_in_pieces(project):
    project.next({"stream": ["Par", "is."]})
    assert answer("What is the capital of France?", project) == "Paris."


def test_a_limit_is_waited_for_as_long_as_retry_after_says(project):
    project.next({"limit": {"retryAfter": 1}}, {"stream": "At last"})
    assert answer("Hello", project) == "At last"


def test_what_cannot_succeed_is_not_repeated(project):
    with pytest.raises(GatewayError, match="404"):
        list(ask("Hello", base_url=project.url, key=project.key, model="svc/other-project"))


@pytest.mark.parametrize("how", ["cut", "end"])
def test_a_stream_that_breaks_off_is_an_error(project, how):
    project.next({"stream": ["Once ", "upon ", "a time"], "with": [{"name": how, "after": 2}]})
    pieces = []
    with pytest.raises(GatewayError, match="broke off"):
        answer("A story", project, pieces)
    assert "".join(pieces) == "Once "
