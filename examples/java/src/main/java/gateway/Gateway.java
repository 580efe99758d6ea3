package gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A small client of the Inference Gateway. The tests of this project test it. */
public record Gateway(String baseUrl, String key, String model) {
    private static final int MOST_ATTEMPTS = 3;
    private static final Set<Integer> WORTH_A_RETRY = Set.of(429, 500, 503);
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Passes each piece of the answer to a consumer as soon as it arrives. */
    public void ask(String question, Consumer<String> piece) throws IOException, InterruptedException {
        var body = Map.of(
                "model", model, "stream", true, "messages", List.of(Map.of("role", "user", "content", question)));
        try (var lines = post(JSON.writeValueAsString(body)).body()) {
            for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
                var line = each.next();
                if (!line.startsWith("data: ")) continue;
                var data = line.substring("data: ".length());
                if (data.equals("[DONE]")) return;
                var chunk = JSON.readTree(data);
                if (chunk.has("error")) throw new IOException(chunk.at("/error/message").asText());
                piece.accept(chunk.at("/choices/0/delta/content").asText(""));
            }
        } catch (UncheckedIOException error) {
            throw error.getCause();
        }
        throw new IOException("the answer broke off before [DONE]");
    }

    private HttpResponse<Stream<String>> post(String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(baseUrl + "/v1/chat/completions"))
                .header("authorization", "Bearer " + key)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        for (long attempt = 1; ; attempt++) {
            var response = HTTP.send(request, HttpResponse.BodyHandlers.ofLines());
            if (response.statusCode() == 200) return response;
            response.body().close();
            if (attempt == MOST_ATTEMPTS || !WORTH_A_RETRY.contains(response.statusCode()))
                throw new IOException("status " + response.statusCode() + " (request "
                        + response.headers().firstValue("x-svc-request-id").orElse("unknown") + ")");
            var seconds = response.headers().firstValue("retry-after").map(Long::valueOf).orElse(attempt);
            Thread.sleep(seconds * 1000);
        }
    }
}
