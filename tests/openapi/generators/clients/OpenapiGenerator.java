import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.ChatApi;
import org.openapitools.client.api.ModelsApi;
import org.openapitools.client.model.ChatCompletionChunk;
import org.openapitools.client.model.ChatCompletionRequest;
import org.openapitools.client.model.ChatCompletionRequestStop;
import org.openapitools.client.model.ChatMessage;
import org.openapitools.client.model.ChatRole;
import org.openapitools.client.model.ErrorBody;
import org.openapitools.client.model.StreamOptions;

/** A program with the Java client of openapi-generator. The body of the OkHttp response of its call is the stream. */
class OpenapiGenerator {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient().setBasePath(System.getenv("GATEWAY_URL"));
    client.setBearerToken(System.getenv("GATEWAY_KEY"));
    var chat = new ChatApi(client);
    var message = new ChatMessage().role(ChatRole.USER).content("Hello there");
    var request = new ChatCompletionRequest().model(System.getenv("GATEWAY_MODEL")).addMessagesItem(message)
        .stop(new ChatCompletionRequestStop("none of this"));
    var whole = chat.createChatCompletion(request);

    var text = new StringBuilder();
    Long total = null;
    request.stream(true).streamOptions(new StreamOptions().includeUsage(true));
    try (var body = chat.createChatCompletionCall(request, null).execute().body()) {
      for (var line = body.source().readUtf8Line(); line != null; line = body.source().readUtf8Line()) {
        if (!line.startsWith("data: ") || line.equals("data: [DONE]")) continue;
        ChatCompletionChunk chunk = JSON.deserialize(line.substring("data: ".length()), ChatCompletionChunk.class);
        for (var one : chunk.getChoices()) if (one.getDelta().getContent() != null) text.append(one.getDelta().getContent());
        if (chunk.getUsage() != null) total = chunk.getUsage().getTotalTokens();
      }
    }

    List<Object> refused = null;
    try {
      chat.createChatCompletion(request.model("svc/no-such-model"));
    } catch (ApiException exception) {
      ErrorBody body = JSON.deserialize(exception.getResponseBody(), ErrorBody.class);
      refused = Arrays.asList(exception.getCode(), body.getError().getType().getValue(), body.getError().getParam());
    }
    var choice = whole.getChoices().get(0);
    var completed = List.of(choice.getMessage().getContent(), choice.getFinishReason().getValue(), whole.getUsage().getTotalTokens());
    System.out.println(JSON.serialize(Map.of("models", new ModelsApi(client).listModels().getData().size(),
        "completed", completed, "streamed", Arrays.asList(text.toString(), total), "refused", refused)));
    System.exit(0);
  }
}
