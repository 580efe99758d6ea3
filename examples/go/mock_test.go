package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// mock is shared by all tests of the run.
var mock struct {
	URL      string `json:"url"`
	AdminURL string `json:"admin_url"`
	PID      int    `json:"pid"`
}

func TestMain(m *testing.M) {
	os.Exit(withMock(m))
}

// withMock runs the tests against a running mock, such as a container, or starts one.
func withMock(m *testing.M) int {
	if mock.URL = os.Getenv("SVC_MOCK_URL"); mock.URL != "" {
		mock.AdminURL = os.Getenv("SVC_MOCK_ADMIN_URL")
		return m.Run()
	}
	folder, err := os.MkdirTemp("", "mock")
	must(err)
	defer os.RemoveAll(folder)
	ready := filepath.Join(folder, "ready.json")
	command := exec.Command("npx", "--no-install", "svc-conformance", "mock", "--port", "0", "--admin-port", "0", "--ready-file", ready)
	command.Stderr = os.Stderr
	must(command.Start())
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for {
		if text, err := os.ReadFile(ready); err == nil {
			must(json.Unmarshal(text, &mock))
			break
		}
		select {
		case err := <-ended:
			panic(fmt.Sprint("the mock did not start: ", err))
		case <-time.After(50 * time.Millisecond):
		}
	}
	code := m.Run()
	process, err := os.FindProcess(mock.PID)
	must(err)
	must(process.Signal(os.Interrupt))
	<-ended
	return code
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// project belongs to one test and has a separate key. The test fails if the verdict on its client is not OK.
type project struct {
	Name, Key string
	t         *testing.T
}

func newProject(t *testing.T) *project {
	p := &project{t: t}
	p.call("POST", "/projects", map[string]any{"models": []string{"svc/small"}}, p)
	t.Cleanup(func() {
		var verdict struct {
			OK       bool
			Findings []struct{ ID, Mend string }
		}
		p.call("GET", "/projects/"+p.Name+"/verdict", nil, &verdict)
		p.call("DELETE", "/projects/"+p.Name, nil, nil)
		if !verdict.OK {
			t.Errorf("the client did not behave: %v", verdict.Findings)
		}
	})
	return p
}

// next queues replies, each for one request.
func (p *project) next(steps ...map[string]any) {
	p.call("POST", "/projects/"+p.Name+"/script", map[string]any{"next": steps}, nil)
}

func (p *project) call(method, path string, body, answer any) {
	p.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	request, err := http.NewRequest(method, mock.AdminURL+path, bytes.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("content-type", "application/json")
	if token := os.Getenv("SVC_MOCK_ADMIN_TOKEN"); token != "" {
		request.Header.Set("authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		p.t.Fatalf("%s %s: %s", method, path, response.Status)
	}
	if answer != nil {
		if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
			p.t.Fatal(err)
		}
	}
}
