// A program with the Go package of openapi-generator, which reads a stream as one body.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	gateway "gateway/made"
)

func main() {
	configuration := gateway.NewConfiguration()
	configuration.Servers = gateway.ServerConfigurations{{URL: os.Getenv("GATEWAY_URL")}}
	client := gateway.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), gateway.ContextAccessToken, os.Getenv("GATEWAY_KEY"))
	messages := []gateway.ChatMessage{{Role: gateway.USER, Content: "Hello there"}}
	request := *gateway.NewChatCompletionRequest(os.Getenv("GATEWAY_MODEL"), messages)

	whole, _, err := client.ChatAPI.CreateChatCompletion(ctx).ChatCompletionRequest(request).Execute()
	if err != nil {
		panic(err)
	}
	streaming := request
	streaming.SetStream(true)
	streaming.SetStreamOptions(gateway.StreamOptions{IncludeUsage: true})
	// The call reports that the body is not a completion, but keeps the body.
	_, response, _ := client.ChatAPI.CreateChatCompletion(ctx).ChatCompletionRequest(streaming).Execute()
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
			text += choice.Delta.GetContent()
		}
		if usage := chunk.Usage.Get(); usage != nil {
			total = usage.TotalTokens
		}
	}
	request.Model = "svc/no-such-model"
	_, refusal, err := client.ChatAPI.CreateChatCompletion(ctx).ChatCompletionRequest(request).Execute()
	body := err.(*gateway.GenericOpenAPIError).Model().(gateway.ErrorBody)
	models, _, err := client.ModelsAPI.ListModels(ctx).Execute()
	if err != nil {
		panic(err)
	}
	choice, usage := whole.Choices[0], whole.GetUsage()
	said, _ := json.Marshal(map[string]any{
		"models":    len(models.Data),
		"completed": []any{choice.Message.Content, choice.FinishReason, usage.TotalTokens},
		"streamed":  []any{text, total},
		"refused":   []any{refusal.StatusCode, body.Error.Type, body.Error.Param.Get()},
	})
	fmt.Println(string(said))
}
