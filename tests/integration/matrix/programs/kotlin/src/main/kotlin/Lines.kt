/** Makes all calls of svc-conformance client --one-process with openai-kotlin. */
import com.aallam.openai.api.chat.ChatCompletionRequest
import com.aallam.openai.api.chat.ChatMessage
import com.aallam.openai.api.chat.ChatRole
import com.aallam.openai.api.logging.LogLevel
import com.aallam.openai.api.model.ModelId
import com.aallam.openai.client.LoggingConfig
import com.aallam.openai.client.OpenAI
import com.aallam.openai.client.OpenAIHost
import java.io.PrintStream
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.*

suspend fun complete(call: JsonObject): String {
    fun text(name: String) = call.getValue(name).jsonPrimitive.content
    val host = OpenAIHost(text("base_url") + "/v1/")
    OpenAI(token = text("key"), host = host, logging = LoggingConfig(logLevel = LogLevel.None)).use { client ->
        val messages = listOf(ChatMessage(role = ChatRole.User, content = text("prompt")))
        val request = ChatCompletionRequest(model = ModelId(text("model")), messages = messages)
        if (!call.getValue("stream").jsonPrimitive.boolean) return client.chatCompletion(request).choices.first().message.content ?: ""
        val all = StringBuilder()
        client.chatCompletions(request).collect { chunk -> chunk.choices.forEach { all.append(it.delta?.content ?: "") } }
        return all.toString()
    }
}

fun main() {
    val out = PrintStream(System.out, true, Charsets.UTF_8)
    generateSequence(System.`in`.bufferedReader()::readLine).forEach { line ->
        val call = Json.parseToJsonElement(line).jsonObject
        val said = buildJsonObject {
            put("id", call.getValue("id"))
            try {
                put("text", runBlocking { complete(call) })
                put("outcome", "returned")
            } catch (error: Exception) {
                System.err.println(error)
                put("outcome", "threw")
            }
        }
        out.println(said)
    }
}
