package gateway

import (
	"errors"
	"strings"
	"testing"
)

type step = map[string]any

func answer(question, model string, p *project) (string, error) {
	var pieces strings.Builder
	client := Client{BaseURL: mock.URL, Key: p.Key, Model: model}
	err := client.Ask(question, func(piece string) { pieces.WriteString(piece) })
	return pieces.String(), err
}

func TestAnAnswerArrivesInPieces(t *testing.T) {
	p := newProject(t)
	p.next(step{"stream": []string{"Par", "is."}})
	if got, err := answer("What is the capital of France?", "svc/small", p); got != "Paris." || err != nil {
		t.Fatal(got, err)
	}
}

func TestALimitIsWaitedForAsLongAsRetryAfterSays(t *testing.T) {
	p := newProject(t)
	p.next(step{"limit": step{"retryAfter": 1}}, step{"stream": "At last"})
	if got, err := answer("Hello", "svc/small", p); got != "At last" || err != nil {
		t.Fatal(got, err)
	}
}

func TestWhatCannotSucceedIsNotRepeated(t *testing.T) {
	p := newProject(t)
	if _, err := answer("Hello", "svc/other-project", p); err == nil || !strings.Contains(err.Error(), "404") {
		t.Fatal(err)
	}
}

func TestAStreamThatBreaksOffIsAnError(t *testing.T) {
	for _, how := range []string{"cut", "end"} {
		t.Run(how, func(t *testing.T) {
			p := newProject(t)
			p.next(step{"stream": []string{"Once ", "upon ", "a time"}, "with": []step{{"name": how, "after": 2}}})
			got, err := answer("A story", "svc/small", p)
			if got != "Once " || !errors.Is(err, ErrBrokenOff) {
				t.Fatal(got, err)
			}
		})
	}
}
