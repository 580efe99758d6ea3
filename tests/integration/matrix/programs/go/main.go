// Makes all calls of svc-conformance client --one-process with one library: lines LIBRARY.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	community "github.com/sashabaranov/go-openai"
	"github.com/tmc/langchaingo/llms"
	langchain "github.com/tmc/langchaingo/llms/openai"
)

type call struct {
	ID                 int
	Stream             bool
	BaseURL            string `json:"base_url"`
	Key, Model, Prompt string
}

// Members that a library does not show as received are left out.
type said struct {
	ID      int    `json:"id"`
	Outcome string `json:"outcome"`
	Text    string `json:"text"`
}

var ctx = context.Background()

func official(c call) (text string, err error) {
	client := openai.NewClient(option.WithAPIKey(c.Key), option.WithBaseURL(c.BaseURL+"/v1"))
	params := openai.ChatCompletionNewParams{
		Model: c.Model, Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(c.Prompt)},
	}
	if !c.Stream {
		completion, err := client.Chat.Completions.New(ctx, params)
		if err != nil {
			return "", err
		}
		return completion.Choices[0].Message.Content, nil
	}
	stream := client.Chat.Completions.NewStreaming(ctx, params)
	defer stream.Close()
	for stream.Next() {
		for _, choice := range stream.Current().Choices {
			text += choice.Delta.Content
		}
	}
	return text, stream.Err()
}

func goOpenAI(c call) (text string, err error) {
	config := community.DefaultConfig(c.Key)
	config.BaseURL = c.BaseURL + "/v1"
	client := community.NewClientWithConfig(config)
	request := community.ChatCompletionRequest{
		Model: c.Model, Messages: []community.ChatCompletionMessage{{Role: "user", Content: c.Prompt}},
	}
	if !c.Stream {
		completion, err := client.CreateChatCompletion(ctx, request)
		if err != nil {
			return "", err
		}
		return completion.Choices[0].Message.Content, nil
	}
	stream, err := client.CreateChatCompletionStream(ctx, request)
	if err != nil {
		return "", err
	}
	defer stream.Close()
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return text, nil
		} else if err != nil {
			return "", err
		}
		for _, choice := range chunk.Choices {
			text += choice.Delta.Content
		}
	}
}

func langchainGo(c call) (text string, err error) {
	llm, err := langchain.New(langchain.WithToken(c.Key), langchain.WithModel(c.Model), langchain.WithBaseURL(c.BaseURL+"/v1"))
	if err != nil {
		return "", err
	}
	if !c.Stream {
		return llms.GenerateFromSinglePrompt(ctx, llm, c.Prompt)
	}
	_, err = llms.GenerateFromSinglePrompt(ctx, llm, c.Prompt, llms.WithStreamingFunc(func(_ context.Context, part []byte) error {
		text += string(part)
		return nil
	}))
	return text, err
}

var libraries = map[string]func(call) (string, error){"openai-go": official, "go-openai": goOpenAI, "langchaingo": langchainGo}

// A panic counts as an error.
func complete(c call) (text string, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return libraries[os.Args[1]](c)
}

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var c call
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			panic(err)
		}
		text, err := complete(c)
		outcome := "returned"
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			outcome = "threw"
		}
		line, _ := json.Marshal(said{c.ID, outcome, text})
		fmt.Println(string(line))
	}
}
