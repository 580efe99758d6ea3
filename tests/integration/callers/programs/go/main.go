// Sends a list request, a completion and a stream with one client: go run . CLIENT. Ignores the responses.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"

	"github.com/go-resty/resty/v2"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	community "github.com/sashabaranov/go-openai"
	"github.com/valyala/fasthttp"
)

var base, key, model, text = os.Getenv("BASE"), os.Getenv("KEY"), os.Getenv("MODEL"), os.Getenv("TEXT")

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type body struct {
	Model     string    `json:"model"`
	Messages  []message `json:"messages"`
	MaxTokens int       `json:"max_tokens"`
	Stream    bool      `json:"stream,omitempty"`
}

func bodies() []body {
	messages := []message{{"user", text}}
	return []body{{model, messages, 16, false}, {model, messages, 16, true}}
}

func send(request *http.Request) {
	request.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
}

func netHTTP() {
	list, _ := http.NewRequest("GET", base+"/models", nil)
	send(list)
	for _, each := range bodies() {
		written, _ := json.Marshal(each)
		request, _ := http.NewRequest("POST", base+"/chat/completions", bytes.NewReader(written))
		request.Header.Set("Content-Type", "application/json")
		send(request)
	}
}

func piped() {
	list, _ := http.NewRequest("GET", base+"/models", nil)
	send(list)
	for _, each := range bodies() {
		reader, writer := io.Pipe()
		go func() { json.NewEncoder(writer).Encode(each); writer.Close() }()
		request, _ := http.NewRequest("POST", base+"/chat/completions", reader)
		request.Header.Set("Content-Type", "application/json")
		send(request)
	}
}

func restyClient() {
	client := resty.New().SetAuthToken(key)
	client.R().Get(base + "/models")
	for _, each := range bodies() {
		client.R().SetBody(each).Post(base + "/chat/completions")
	}
}

func fast() {
	do := func(method, url string, body []byte) {
		request, answer := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
		request.SetRequestURI(url)
		request.Header.SetMethod(method)
		request.Header.Set("Authorization", "Bearer "+key)
		if body != nil {
			request.Header.SetContentType("application/json")
			request.SetBody(body)
		}
		fasthttp.Do(request, answer)
	}
	do("GET", base+"/models", nil)
	for _, each := range bodies() {
		written, _ := json.Marshal(each)
		do("POST", base+"/chat/completions", written)
	}
}

func official() {
	client := openai.NewClient(option.WithAPIKey(key), option.WithBaseURL(base), option.WithMaxRetries(0))
	client.Models.List(context.Background())
	params := openai.ChatCompletionNewParams{
		Model: model, MaxTokens: openai.Int(16),
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(text)},
	}
	client.Chat.Completions.New(context.Background(), params)
	for stream := client.Chat.Completions.NewStreaming(context.Background(), params); stream.Next(); {
	}
}

func goOpenAI() {
	config := community.DefaultConfig(key)
	config.BaseURL = base
	client := community.NewClientWithConfig(config)
	client.ListModels(context.Background())
	request := community.ChatCompletionRequest{
		Model: model, MaxTokens: 16,
		Messages: []community.ChatCompletionMessage{{Role: "user", Content: text}},
	}
	client.CreateChatCompletion(context.Background(), request)
	stream, err := client.CreateChatCompletionStream(context.Background(), request)
	for err == nil {
		_, err = stream.Recv()
	}
}

func main() {
	map[string]func(){
		"net/http": netHTTP, "net/http-pipe": piped, "resty": restyClient, "fasthttp": fast,
		"openai-go": official, "go-openai": goOpenAI,
	}[os.Args[1]]()
}
