// Package container tests against the mock in a container with Testcontainers, for machines without Node.
package container

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

// token protects the admin API, which other containers can reach.
const token = "a-token-of-this-run"

// startMock starts the image named by SVC_MOCK_IMAGE, and returns the URLs of the mock and of its admin API.
func startMock(t *testing.T) (string, string) {
	ctx := context.Background()
	container, err := testcontainers.Run(ctx, os.Getenv("SVC_MOCK_IMAGE"),
		testcontainers.WithCmd("mock", "--host", "0.0.0.0", "--port", "8080", "--admin-host", "0.0.0.0", "--admin-port", "9090"),
		testcontainers.WithEnv(map[string]string{"SVC_MOCK_ADMIN_TOKEN": token}),
		testcontainers.WithExposedPorts("8080/tcp", "9090/tcp"),
		testcontainers.WithWaitStrategy(wait.ForLog("The admin API listens at")),
	)
	testcontainers.CleanupContainer(t, container)
	if err != nil {
		t.Fatal(err)
	}
	url, err := container.PortEndpoint(ctx, "8080/tcp", "http")
	if err != nil {
		t.Fatal(err)
	}
	admin, err := container.PortEndpoint(ctx, "9090/tcp", "http")
	if err != nil {
		t.Fatal(err)
	}
	return url, admin
}

func post(t *testing.T, url, key, body string, answer any) {
	t.Helper()
	request, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("content-type", "application/json")
	request.Header.Set("authorization", "Bearer "+key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		t.Fatal(url, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
		t.Fatal(err)
	}
}

func TestACompletionOfAProject(t *testing.T) {
	url, admin := startMock(t)
	var project struct{ Name, Key string }
	post(t, admin+"/projects", token, `{"models": ["svc/small"]}`, &project)
	var queued any
	post(t, admin+"/projects/"+project.Name+"/script", token, `{"next": [{"reply": "Good morning"}]}`, &queued)
	var completion struct {
		Choices []struct{ Message struct{ Content string } }
	}
	body := `{"model": "svc/small", "messages": [{"role": "user", "content": "Hello"}]}`
	post(t, url+"/v1/chat/completions", project.Key, body, &completion)
	if got := completion.Choices[0].Message.Content; got != "Good morning" {
		t.Fatal(got)
	}
}
