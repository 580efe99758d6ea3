// Package gateway is a small client of the Inference Gateway. The tests in this folder test it.
package gateway

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Client sends requests for one model with one key.
type Client struct {
	BaseURL, Key, Model string
}

const mostAttempts = 3

// ErrBrokenOff means that a stream ended before [DONE], so the answer is incomplete.
var ErrBrokenOff = errors.New("the answer broke off before [DONE]")

type chunk struct {
	Choices []struct {
		Delta struct{ Content string }
	}
	Error *struct{ Message string }
}

// Ask passes each piece of the answer to a function as soon as it arrives.
func (c Client) Ask(question string, piece func(string)) error {
	response, err := c.post(map[string]any{
		"model":    c.Model,
		"stream":   true,
		"messages": []map[string]string{{"role": "user", "content": question}},
	})
	if err != nil {
		return err
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, found := strings.CutPrefix(lines.Text(), "data: ")
		if !found {
			continue
		}
		if data == "[DONE]" {
			return nil
		}
		var got chunk
		if err := json.Unmarshal([]byte(data), &got); err != nil {
			return err
		}
		if got.Error != nil {
			return errors.New(got.Error.Message)
		}
		for _, choice := range got.Choices {
			piece(choice.Delta.Content)
		}
	}
	return errors.Join(ErrBrokenOff, lines.Err())
}

func (c Client) post(fields map[string]any) (*http.Response, error) {
	body, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		request, err := http.NewRequest("POST", c.BaseURL+"/v1/chat/completions", bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		request.Header.Set("authorization", "Bearer "+c.Key)
		request.Header.Set("content-type", "application/json")
		response, err := http.DefaultClient.Do(request)
		if err != nil || response.StatusCode == http.StatusOK {
			return response, err
		}
		// Read the body to its end, so that the connection can be reused.
		_, _ = io.Copy(io.Discard, response.Body)
		response.Body.Close()
		if attempt == mostAttempts || !worthARetry(response.StatusCode) {
			return nil, fmt.Errorf("%s (request %s)", response.Status, response.Header.Get("x-svc-request-id"))
		}
		time.Sleep(wait(response.Header.Get("retry-after"), attempt))
	}
}

func worthARetry(status int) bool {
	return status == 429 || status == 500 || status == 503
}

func wait(retryAfter string, attempt int) time.Duration {
	if seconds, err := strconv.Atoi(retryAfter); err == nil {
		return time.Duration(seconds) * time.Second
	}
	return time.Duration(attempt) * 500 * time.Millisecond
}
