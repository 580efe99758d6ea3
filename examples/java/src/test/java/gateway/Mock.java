package gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;

/** A running mock, such as a container, or one that this class starts. */
record Mock(String url, String adminUrl) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static Mock started;

    /** Returns the mock that all tests of the run share. */
    static synchronized Mock get() throws IOException, InterruptedException {
        if (started == null) started = System.getenv("SVC_MOCK_URL") == null ? start() : running();
        return started;
    }

    private static Mock running() {
        return new Mock(System.getenv("SVC_MOCK_URL"), System.getenv("SVC_MOCK_ADMIN_URL"));
    }

    private static Mock start() throws IOException, InterruptedException {
        var ready = Files.createTempDirectory("mock").resolve("ready.json");
        var process = new ProcessBuilder("npx", "--no-install", "svc-conformance", "mock",
                "--port", "0", "--admin-port", "0", "--ready-file", ready.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        while (!Files.exists(ready)) {
            if (!process.isAlive()) throw new IOException("npx --no-install svc-conformance mock did not start");
            Thread.sleep(50);
        }
        var content = JSON.readTree(Files.readString(ready));
        var mock = ProcessHandle.of(content.get("pid").asLong()).orElseThrow();
        Runtime.getRuntime().addShutdownHook(new Thread(mock::destroy));
        return new Mock(content.get("url").asText(), content.get("admin_url").asText());
    }

    /** Sends a request to the admin API. */
    JsonNode call(String method, String path, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(adminUrl + path))
                .header("content-type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        var token = System.getenv("SVC_MOCK_ADMIN_TOKEN");
        if (token != null) request.header("authorization", "Bearer " + token);
        var response = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) throw new IOException(path + ": " + response.body());
        return JSON.readTree(response.body());
    }
}
