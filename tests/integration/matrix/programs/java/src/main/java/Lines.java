import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.sse.EventSource;
import okhttp3.sse.EventSourceListener;
import okhttp3.sse.EventSources;

/** Makes all calls of svc-conformance client --one-process with one library: Lines LIBRARY. */
class Lines {
  static final ObjectMapper JSON = new ObjectMapper();
  static final OkHttpClient HTTP = new OkHttpClient();

  static String text(JsonNode call, String name) {
    return call.get(name).asText();
  }

  static String openai(JsonNode call) {
    var client = OpenAIOkHttpClient.builder().baseUrl(text(call, "base_url") + "/v1").apiKey(text(call, "key")).build();
    try {
      var params = ChatCompletionCreateParams.builder().model(text(call, "model")).addUserMessage(text(call, "prompt")).build();
      if (!call.get("stream").asBoolean())
        return client.chat().completions().create(params).choices().get(0).message().content().orElse("");
      var text = new StringBuilder();
      try (var chunks = client.chat().completions().createStreaming(params)) {
        chunks.stream().flatMap(chunk -> chunk.choices().stream())
            .forEach(choice -> text.append(choice.delta().content().orElse("")));
      }
      return text.toString();
    } finally {
      client.close();
    }
  }

  static String langchain4j(JsonNode call) throws Exception {
    var base = text(call, "base_url") + "/v1";
    if (!call.get("stream").asBoolean())
      return OpenAiChatModel.builder().baseUrl(base).apiKey(text(call, "key")).modelName(text(call, "model")).build()
          .chat(text(call, "prompt"));
    var done = new CompletableFuture<String>();
    var model = OpenAiStreamingChatModel.builder().baseUrl(base).apiKey(text(call, "key")).modelName(text(call, "model")).build();
    model.chat(text(call, "prompt"), new StreamingChatResponseHandler() {
      public void onPartialResponse(String part) {}

      public void onCompleteResponse(ChatResponse response) {
        done.complete(response.aiMessage().text());
      }

      public void onError(Throwable error) {
        done.completeExceptionally(error);
      }
    });
    return done.get();
  }

  static String okhttpSse(JsonNode call) throws Exception {
    var messages = List.of(Map.of("role", "user", "content", call.get("prompt")));
    var asked = JSON.writeValueAsBytes(Map.of("model", call.get("model"), "messages", messages, "stream", call.get("stream")));
    var request = new Request.Builder().url(text(call, "base_url") + "/v1/chat/completions")
        .header("Authorization", "Bearer " + text(call, "key"))
        .post(RequestBody.create(asked, MediaType.get("application/json"))).build();
    if (!call.get("stream").asBoolean())
      try (var response = HTTP.newCall(request).execute()) {
        if (!response.isSuccessful()) throw new IOException("status " + response.code());
        return JSON.readTree(response.body().bytes()).at("/choices/0/message/content").asText();
      }
    var done = new CompletableFuture<String>();
    var text = new StringBuilder();
    EventSources.createFactory(HTTP).newEventSource(request, new EventSourceListener() {
      public void onEvent(EventSource source, String id, String type, String data) {
        try {
          if (data.equals("[DONE]")) {
            done.complete(text.toString());
            return;
          }
          var chunk = JSON.readTree(data);
          if (chunk.has("error")) throw new IOException(chunk.at("/error/message").asText());
          text.append(chunk.at("/choices/0/delta/content").asText(""));
        } catch (IOException error) {
          done.completeExceptionally(error);
        }
      }

      public void onClosed(EventSource source) {
        done.completeExceptionally(new IOException("the stream ended before [DONE]"));
      }

      public void onFailure(EventSource source, Throwable error, Response response) {
        done.completeExceptionally(error != null ? error : new IOException("status " + response.code()));
      }
    });
    return done.get();
  }

  public static void main(String[] arguments) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      var call = JSON.readTree(line);
      var said = JSON.createObjectNode();
      said.set("id", call.get("id"));
      try {
        var text = switch (arguments[0]) {
          case "openai-java" -> openai(call);
          case "langchain4j" -> langchain4j(call);
          default -> okhttpSse(call);
        };
        said.put("outcome", "returned").put("text", text);
      } catch (Exception error) {
        System.err.println(error);
        said.put("outcome", "threw");
      }
      out.println(JSON.writeValueAsString(said));
    }
    System.exit(0);
  }
}
