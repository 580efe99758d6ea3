// A program with the client of oapi-codegen. The body of the response of its plain call is the stream.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"

	gateway "gateway/made"
)

func main() {
	ctx, yes := context.Background(), true
	authorized := gateway.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("GATEWAY_KEY"))
		return nil
	})
	client, err := gateway.NewClientWithResponses(os.Getenv("GATEWAY_URL"), authorized)
	if err != nil {
		panic(err)
	}
	messages := []gateway.ChatMessage{{Role: gateway.ChatRoleUser, Content: "Hello there"}}
	request := gateway.ChatCompletionRequest{Model: os.Getenv("GATEWAY_MODEL"), Messages: messages}
	whole, err := client.CreateChatCompletionWithResponse(ctx, request)
	if err != nil {
		panic(err)
	}
	streaming := request
	streaming.Stream, streaming.StreamOptions = &yes, &gateway.StreamOptions{IncludeUsage: true}
	response, err := client.CreateChatCompletion(ctx, streaming)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	text, total := "", int64(0)
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		data, isData := strings.CutPrefix(lines.Text(), "data: ")
		if !isData || data == "[DONE]" {
			continue
		}
		var chunk gateway.ChatCompletionChunk
		if err := json.Unmarshal([]byte(data), &chunk); err != nil {
			panic(err)
		}
		for _, choice := range chunk.Choices {
			if choice.Delta.Content != nil {
				text += *choice.Delta.Content
			}
		}
		if chunk.Usage != nil {
			total = chunk.Usage.TotalTokens
		}
	}
	request.Model = "svc/no-such-model"
	refused, err := client.CreateChatCompletionWithResponse(ctx, request)
	if err != nil {
		panic(err)
	}
	models, err := client.ListModelsWithResponse(ctx)
	if err != nil {
		panic(err)
	}
	choice, body := whole.JSON200.Choices[0], refused.JSON404.Error
	said, _ := json.Marshal(map[string]any{
		"models":    len(models.JSON200.Data),
		"completed": []any{choice.Message.Content, choice.FinishReason, whole.JSON200.Usage.TotalTokens},
		"streamed":  []any{text, total},
		"refused":   []any{refused.StatusCode(), body.Type, body.Param},
	})
	fmt.Println(string(said))
}
