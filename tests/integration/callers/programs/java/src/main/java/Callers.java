import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** Sends a list request, a completion and a stream with one client: Callers CLIENT. Ignores the responses. */
class Callers {
  static final String base = System.getenv("BASE"), key = System.getenv("KEY"), model = System.getenv("MODEL");
  static final String text = System.getenv("TEXT"), models = base + "/models", completions = base + "/chat/completions";

  static List<String> bodies() {
    var plain = "{\"model\":\"" + model + "\",\"messages\":[{\"role\":\"user\",\"content\":\""
        + text.replace("\"", "\\\"") + "\"}],\"max_tokens\":16";
    return List.of(plain + "}", plain + ",\"stream\":true}");
  }

  static void httpClient() throws Exception {
    var client = HttpClient.newHttpClient();
    var list = HttpRequest.newBuilder(URI.create(models)).header("Authorization", "Bearer " + key).build();
    client.send(list, HttpResponse.BodyHandlers.ofString());
    for (var body : bodies()) {
      var post = HttpRequest.newBuilder(URI.create(completions)).header("Authorization", "Bearer " + key)
          .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build();
      client.send(post, HttpResponse.BodyHandlers.ofString());
    }
  }

  static void urlConnection() throws Exception {
    for (var body : List.of("", bodies().get(0), bodies().get(1))) {
      var connection = (HttpURLConnection) URI.create(body.isEmpty() ? models : completions).toURL().openConnection();
      connection.setRequestProperty("Authorization", "Bearer " + key);
      if (!body.isEmpty()) {
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setDoOutput(true);
        connection.getOutputStream().write(body.getBytes("UTF-8"));
      }
      connection.getInputStream().readAllBytes();
    }
  }

  static void okHttp() throws Exception {
    var client = new OkHttpClient();
    for (var body : List.of("", bodies().get(0), bodies().get(1))) {
      var request = new Request.Builder().url(body.isEmpty() ? models : completions).header("Authorization", "Bearer " + key);
      if (!body.isEmpty()) request.post(RequestBody.create(body, MediaType.get("application/json")));
      try (var answer = client.newCall(request.build()).execute()) {
        answer.body().string();
      }
    }
  }

  static void apache() throws Exception {
    try (var client = HttpClients.createDefault()) {
      var list = new HttpGet(models);
      list.setHeader("Authorization", "Bearer " + key);
      client.execute(list, answer -> EntityUtils.toString(answer.getEntity()));
      for (var body : bodies()) {
        var post = new HttpPost(completions);
        post.setHeader("Authorization", "Bearer " + key);
        post.setEntity(new StringEntity(body, ContentType.APPLICATION_JSON));
        client.execute(post, answer -> EntityUtils.toString(answer.getEntity()));
      }
    }
  }

  static void openai() {
    var client = OpenAIOkHttpClient.builder().baseUrl(base).apiKey(key).maxRetries(0).build();
    client.models().list();
    var params = ChatCompletionCreateParams.builder().model(model).maxTokens(16L).addUserMessage(text).build();
    client.chat().completions().create(params);
    try (var stream = client.chat().completions().createStreaming(params)) {
      stream.stream().forEach(chunk -> {});
    }
    client.close();
  }

  static void langchain4j() throws Exception {
    OpenAiChatModel.builder().baseUrl(base).apiKey(key).modelName(model).maxTokens(16).maxRetries(0).build().chat(text);
    var done = new CountDownLatch(1);
    var streaming = OpenAiStreamingChatModel.builder().baseUrl(base).apiKey(key).modelName(model).maxTokens(16).build();
    streaming.chat(text, new StreamingChatResponseHandler() {
      public void onPartialResponse(String part) {}

      public void onCompleteResponse(ChatResponse answer) {
        done.countDown();
      }

      public void onError(Throwable error) {
        done.countDown();
      }
    });
    done.await();
  }

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "java.net.http" -> httpClient();
      case "HttpURLConnection" -> urlConnection();
      case "okhttp" -> okHttp();
      case "httpclient5" -> apache();
      case "openai-java" -> openai();
      default -> langchain4j();
    }
    System.exit(0);
  }
}
