package gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatewayTest {
    private Project project;
    private final StringBuilder pieces = new StringBuilder();

    @BeforeEach
    void open() throws Exception {
        project = Project.open();
    }

    @AfterEach
    void close() throws Exception {
        project.close();
    }

    private String ask(String question, String model) throws IOException, InterruptedException {
        new Gateway(project.mock().url(), project.key(), model).ask(question, pieces::append);
        return pieces.toString();
    }

    @Test
    void anAnswerArrivesInPieces() throws Exception {
        project.next("{\"stream\": [\"Par\", \"is.\"]}");
        assertEquals("Paris.", ask("What is the capital of France?", "svc/small"));
    }

    @Test
    void aLimitIsWaitedForAsLongAsRetryAfterSays() throws Exception {
        project.next("{\"limit\": {\"retryAfter\": 2}}, {\"stream\": \"At last\"}");
        assertEquals("At last", ask("Hello", "svc/small"));
    }

    @Test
    void whatCannotSucceedIsNotRepeated() {
        var error = assertThrows(IOException.class, () -> ask("Hello", "svc/other-project"));
        assertTrue(error.getMessage().contains("404"), error.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cut", "end"})
    void aStreamThatBreaksOffIsAnError(String how) throws Exception {
        project.next("{\"stream\": [\"Once \", \"upon \", \"a time\"], \"with\": [{\"name\": \"" + how + "\", \"after\": 2}]}");
        assertThrows(IOException.class, () -> ask("A story", "svc/small"));
        assertEquals("Once ", pieces.toString());
    }
}
