// Makes all calls for svc-conformance client --one-process with net/http, one JSON line per call: go run lines.go.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

// With a timeout, a silent gateway cannot block a call forever.
var client = &http.Client{Timeout: 15 * time.Second}

type call struct {
	ID                 int
	Stream             bool
	BaseURL            string `json:"base_url"`
	Key, Model, Prompt string
}

type body struct {
	Choices []struct {
		Message, Delta struct{ Content string }
	}
	Usage json.RawMessage
}

func complete(c call) (text string, usage json.RawMessage, err error) {
	asked, _ := json.Marshal(map[string]any{"model": c.Model, "stream": c.Stream, "messages": []map[string]string{{"role": "user", "content": c.Prompt}}})
	request, err := http.NewRequest("POST", c.BaseURL+"/v1/chat/completions", bytes.NewReader(asked))
	if err != nil {
		return "", nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.Key)
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return "", nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != 200 {
		return "", nil, errors.New(response.Status)
	}
	usage = json.RawMessage("null")
	if !c.Stream {
		var whole body
		if err := json.NewDecoder(response.Body).Decode(&whole); err != nil {
			return "", nil, err
		}
		if whole.Usage != nil {
			usage = whole.Usage
		}
		return whole.Choices[0].Message.Content, usage, nil
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 64<<20) // A chunk may be longer than the usual limit of 64 KiB.
	for lines.Scan() {
		data, isData := strings.CutPrefix(strings.TrimPrefix(lines.Text(), "\ufeff"), "data:")
		if data = strings.TrimSpace(data); !isData {
			continue
		} else if data == "[DONE]" {
			return text, usage, nil
		}
		var chunk body
		if err := json.Unmarshal([]byte(data), &chunk); err != nil {
			return "", nil, err
		}
		if chunk.Usage != nil && string(chunk.Usage) != "null" {
			usage = chunk.Usage
		}
		for _, choice := range chunk.Choices {
			text += choice.Delta.Content
		}
	}
	if err := lines.Err(); err != nil {
		return "", nil, err
	}
	return "", nil, errors.New("the stream ended before [DONE]")
}

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var c call
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			panic(err)
		}
		said := map[string]any{"id": c.ID, "outcome": "threw"}
		if text, usage, err := complete(c); err == nil {
			said = map[string]any{"id": c.ID, "outcome": "returned", "text": text, "usage": usage}
		} else {
			fmt.Fprintln(os.Stderr, err)
		}
		line, _ := json.Marshal(said)
		fmt.Println(string(line))
	}
}
