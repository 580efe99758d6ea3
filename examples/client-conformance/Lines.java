// Makes all calls for svc-conformance client --one-process with java.net.http and Jackson, one JSON line per call.
// Run it with java -cp "$JACKSON" Lines.java, where JACKSON names the jars of databind, core and annotations.
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

class Lines {
    static final HttpClient HTTP = HttpClient.newHttpClient();
    static final ObjectMapper JSON = new ObjectMapper();

    static Map<String, Object> complete(JsonNode call) throws IOException, InterruptedException {
        var stream = call.get("stream").asBoolean();
        var messages = List.of(Map.of("role", "user", "content", call.get("prompt")));
        var asked = JSON.writeValueAsString(Map.of("model", call.get("model"), "stream", stream, "messages", messages));
        var request = HttpRequest.newBuilder(URI.create(call.get("base_url").asText() + "/v1/chat/completions"))
                .header("authorization", "Bearer " + call.get("key").asText())
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(asked))
                .build();
        var response = HTTP.send(request, BodyHandlers.ofInputStream());
        try (var body = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            if (response.statusCode() != 200) throw new IOException("status " + response.statusCode());
            JsonNode usage = JSON.nullNode();
            if (!stream) {
                var whole = JSON.readTree(body);
                return Map.of("text", whole.at("/choices/0/message/content"), "usage", whole.path("usage").isObject() ? whole.get("usage") : usage);
            }
            var text = new StringBuilder();
            for (var line = body.readLine(); line != null; line = body.readLine()) {
                if (line.startsWith("\ufeff")) line = line.substring(1);
                if (!line.startsWith("data:")) continue;
                var data = line.substring("data:".length()).strip();
                if (data.equals("[DONE]")) return Map.of("text", text.toString(), "usage", usage);
                var chunk = JSON.readTree(data);
                if (chunk.has("error")) throw new IOException(chunk.at("/error/message").asText());
                text.append(chunk.at("/choices/0/delta/content").asText(""));
                if (chunk.path("usage").isObject()) usage = chunk.get("usage");
            }
            throw new IOException("the stream ended before [DONE]");
        }
    }

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var call = JSON.readTree(line);
            var outcome = JSON.createObjectNode().put("outcome", "threw");
            try {
                outcome = JSON.valueToTree(complete(call));
                outcome.put("outcome", "returned");
            } catch (Exception error) {
                System.err.println(error);
            }
            outcome.set("id", call.get("id"));
            System.out.println(JSON.writeValueAsString(outcome));
        }
    }
}
