package gateway;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;

/** A project of one test, with a separate key. Closing it fails the test if the verdict on the client is not ok. */
record Project(Mock mock, String name, String key) {
    static Project open() throws IOException, InterruptedException {
        var mock = Mock.get();
        var made = mock.call("POST", "/projects", "{\"models\": [\"svc/small\"]}");
        return new Project(mock, made.get("name").asText(), made.get("key").asText());
    }

    /** Queues replies, each for one request, as the JSON of the admin API. */
    void next(String steps) throws IOException, InterruptedException {
        mock.call("POST", "/projects/" + name + "/script", "{\"next\": [" + steps + "]}");
    }

    void close() throws IOException, InterruptedException {
        var verdict = mock.call("GET", "/projects/" + name + "/verdict", "");
        mock.call("DELETE", "/projects/" + name, "");
        assertTrue(verdict.get("ok").asBoolean(), () -> verdict.get("findings").toPrettyString());
    }
}
