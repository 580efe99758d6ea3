package gateway;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/** Tests against the mock in a container with Testcontainers, without Node. SVC_MOCK_IMAGE names the image. */
class ContainerTest {
    /** Protects the admin API, which other containers can reach. */
    private static final String TOKEN = "a-token-of-this-run";

    private static final GenericContainer<?> MOCK = new GenericContainer<>(System.getenv("SVC_MOCK_IMAGE"))
            .withCommand("mock", "--host", "0.0.0.0", "--port", "8080", "--admin-host", "0.0.0.0", "--admin-port", "9090")
            .withEnv("SVC_MOCK_ADMIN_TOKEN", TOKEN)
            .withExposedPorts(8080, 9090)
            .waitingFor(Wait.forLogMessage("The admin API listens at.*\\n", 1));

    @BeforeAll
    static void start() {
        MOCK.start();
    }

    @AfterAll
    static void stop() {
        MOCK.stop();
    }

    private static String post(int port, String path, String key, String body) throws IOException, InterruptedException {
        var url = URI.create("http://" + MOCK.getHost() + ":" + MOCK.getMappedPort(port) + path);
        var request = HttpRequest.newBuilder(url)
                .header("content-type", "application/json")
                .header("authorization", "Bearer " + key)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertTrue(response.statusCode() < 300, response::body);
        return response.body();
    }

    private static String member(String name, String json) {
        var found = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
        assertTrue(found.find(), json);
        return found.group(1);
    }

    @Test
    void aCompletionOfAProject() throws Exception {
        var project = post(9090, "/projects", TOKEN, "{\"models\": [\"svc/small\"]}");
        post(9090, "/projects/" + member("name", project) + "/script", TOKEN, "{\"next\": [{\"reply\": \"Good morning\"}]}");
        var body = "{\"model\": \"svc/small\", \"messages\": [{\"role\": \"user\", \"content\": \"Hello\"}]}";
        var completion = post(8080, "/v1/chat/completions", member("key", project), body);
        assertTrue(completion.contains("\"Good morning\""), completion);
    }
}
