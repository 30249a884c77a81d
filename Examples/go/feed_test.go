package feed

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"
)

// Bench is a line with a server behind it: netlab exec --link auto -- go test ./...
type Bench struct {
	ID        int                 `json:"id"`
	Mode      string              `json:"mode"`
	URL       string              `json:"url"`
	Requests  []map[string]any    `json:"requests"`
	Unmatched []map[string]string `json:"unmatched"`
}

func ask(t *testing.T, method, path, order string) (bench Bench) {
	t.Helper()
	request, err := http.NewRequest(method, os.Getenv("NETLAB_CONTROL")+path, bytes.NewBufferString(order))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		t.Fatalf("%s", text)
	}
	if err := json.Unmarshal(text, &bench); err != nil {
		t.Fatal(err)
	}
	return bench
}

// newBench makes a bench that ends with the test. The order is a netlab scenario without steps, in JSON or YAML.
func newBench(t *testing.T, order string) Bench {
	bench := ask(t, "POST", "/benches", order)
	t.Cleanup(func() {
		if end := ask(t, "DELETE", "/benches/"+strconv.Itoa(bench.ID), ""); len(end.Unmatched) > 0 {
			t.Errorf("requests matched no file: %v", end.Unmatched)
		}
	})
	return bench
}

func TestFeedTakesARoundTripOf3G(t *testing.T) {
	t.Parallel()
	bench := newBench(t, `{link: {profile: nlc/3g}, origin: {files: {feed.json: {json: {cats: [tom]}}}}}`)
	start := time.Now()
	answer, err := http.Get(bench.URL + "/feed.json")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if took := time.Since(start); answer.StatusCode != 200 || took < 200*time.Millisecond {
		t.Errorf("status %d after %v", answer.StatusCode, took)
	}
}

func TestServerThatFailsOnceIsAskedAgain(t *testing.T) {
	t.Parallel()
	bench := newBench(t, `origin: {files: {a: {text: hi, status: [503, 200]}}}`)
	for _, want := range []int{503, 200} {
		answer, err := http.Get(bench.URL + "/a")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("status %d, not %d", answer.StatusCode, want)
		}
	}
}
