package tapeline.instructor.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tapeline.instructor.receipt.Member.Kind;
import tapeline.toolkit.Sha256;

/// An exam from ten to half past eleven, by the server's clock.
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock of the machine decides anything")
@Timeout(300)
class HandInWindowTest {
  private static final String MODULE = "07-optimizers";
  private static final Instant TEN = Instant.parse("2026-12-15T10:00:00Z");
  private static final Instant END = Instant.parse("2026-12-15T11:30:00Z");
  private static final String TIMES = "from %s until %s".formatted(TEN, END);

  private final AtomicReference<Instant> clock = new AtomicReference<>(TEN.minusSeconds(86_400));
  @TempDir private Path folder = Path.of(".");
  private TestClass service;
  private String teacher;
  private String ada;

  @BeforeEach
  void open() throws Exception {
    service = TestClass.in(folder, TestClass.LIMITS, file -> file, clock::get);
    teacher = service.invite(Kind.INSTRUCTOR, "Ms Noether");
    ada = service.invite(Kind.STUDENT, "ada");
  }

  @AfterEach
  void close() {
    service.close();
  }

  private void set(String from, String until) throws Exception {
    var fields = "module=%s&from=%s&until=%s".formatted(MODULE, from, until);
    assertThat(service.act(teacher, "window", fields).statusCode()).isEqualTo(303);
  }

  private JsonNode handIn(Instant when, byte[] bytes) throws Exception {
    clock.set(when);
    return TestClass.json(service.put(ada, "07.zip", bytes));
  }

  private List<String> states() throws Exception {
    return TestClass.json(service.get(ada, "/api/receipts")).findValuesAsText("state");
  }

  private String says(int last) throws Exception {
    return TestClass.json(service.get(ada, "/api/receipts")).get(last).path("says").asText();
  }

  private Path laid() {
    return service.folder.homework().resolve(MODULE).resolve("ada.zip");
  }

  @Test
  void a_hand_in_before_the_window_is_refused_and_its_bytes_count_in_it() throws Exception {
    set("2026-12-15T10:00", "2026-12-15T11:30");
    var bytes = TestClass.homework(MODULE, "1");
    var early = handIn(TEN.minusMillis(2), bytes);
    assertThat(early.path("refused").asText())
        .isEqualTo(
            "homework is taken in its window, 07-optimizers %s, and this came at %s: hand it in again then"
                .formatted(TIMES, TEN.minusMillis(2)));
    assertThat(early.path("recognised").asText()).isEqualTo(MODULE);
    assertThat(laid()).doesNotExist();
    assertThat(handIn(TEN.minusMillis(1), bytes)).as("too early again").isEqualTo(early);
    var taken = handIn(TEN, bytes);
    assertThat(taken.path("refused").asText()).isEmpty();
    assertThat(taken.path("received").asText()).isEqualTo("" + TEN);
    assertThat(laid()).exists();
    assertThat(handIn(TEN.plusSeconds(1), bytes)).as("in the window again").isEqualTo(taken);
    assertThat(states()).containsExactly("✓ handed in", "⊘ refused");
  }

  @Test
  void a_window_that_was_set_wrong_and_is_corrected_takes_the_same_bytes() throws Exception {
    set("2026-12-15T11:00", "2026-12-15T11:30");
    var bytes = TestClass.homework(MODULE, "1");
    assertThat(handIn(TEN.plusSeconds(300), bytes).path("refused").asText()).isNotEmpty();
    set("2026-12-15T10:00", "2026-12-15T11:30");
    var taken = handIn(TEN.plusSeconds(360), bytes);
    assertThat(taken.path("refused").asText()).isEmpty();
    assertThat(laid()).exists();
    set("", "2026-12-15T11:30");
    assertThat(handIn(END, bytes)).as("what is found is the same").isEqualTo(taken);
  }

  @Test
  void of_bytes_that_come_after_others_again_the_last_ones_count() throws Exception {
    var a = TestClass.homework(MODULE, "A");
    var first = handIn(TEN, a);
    assertThat(handIn(TEN.plusSeconds(1), a)).as("a lost answer").isEqualTo(first);
    handIn(TEN.plusSeconds(2), TestClass.homework(MODULE, "B"));
    assertThat(handIn(TEN.plusSeconds(3), a).path("receipt").asInt()).isEqualTo(3);
    assertThat(states()).containsExactly("✓ handed in", "↷ replaced", "↷ replaced");
    assertThat(Sha256.of(laid())).isEqualTo(first.path("sha256").asText());
  }

  @Test
  void bytes_of_an_earlier_week_have_a_receipt_in_the_window() throws Exception {
    var bytes = TestClass.homework(MODULE, "1");
    var week = handIn(clock.get(), bytes);
    set("2026-12-15T10:00", "2026-12-15T11:30");
    assertThat(states()).containsExactly("↷ early");
    assertThat(says(0))
        .isEqualTo(
            "You have %s for 07-optimizers, and this came at %s. Hand it in again then."
                .formatted(TIMES, week.path("received").asText()));
    assertThat(handIn(TEN, bytes).path("receipt").asInt())
        .isGreaterThan(week.path("receipt").asInt());
    assertThat(states()).containsExactly("✓ handed in", "↷ early");
    assertThat(service.act(teacher, "accept", "receipt=" + week.path("receipt").asText()).body())
        .contains("a hand-in that came late is accepted, and receipt 1 came before 07-optimizers");
  }

  @Test
  void of_several_modules_those_outside_their_windows_are_left_out() throws Exception {
    set("2026-12-15T10:00", "2026-12-15T11:30");
    var source = "class A {}".getBytes(UTF_8);
    var both =
        TestClass.zip(
            Map.of(
                "06-mlp/src/main/java/A.java", source, MODULE + "/src/main/java/A.java", source));
    var early = handIn(TEN.minusSeconds(1), both);
    assertThat(early.path("recognised").asText())
        .startsWith("06-mlp; left out: 07-optimizers " + TIMES);
    assertThat(early.path("refused").asText()).isEmpty();
    assertThat(laid()).doesNotExist();
    assertThat(handIn(TEN, both).path("recognised").asText()).startsWith("06-mlp, 07-optimizers");
    assertThat(Sha256.of(laid())).isEqualTo(early.path("sha256").asText());
  }

  @Test
  void of_several_modules_the_receipt_names_the_late_one() throws Exception {
    set("", "2026-12-15T10:00");
    var source = "class A {}".getBytes(UTF_8);
    var files = new TreeMap<String, byte[]>();
    for (var module : List.of("06-mlp", MODULE, "08-convolution")) {
      files.put(module + "/src/main/java/A.java", source);
    }
    handIn(END, TestClass.zip(files));
    assertThat(states()).containsExactly("✓ handed in late");
    assertThat(says(0)).endsWith(". 07-optimizers is late: you have until 2026-12-15T10:00:00Z.");
  }

  @Test
  void after_the_end_the_receipt_in_time_counts_unless_the_member_has_longer() throws Exception {
    set("2026-12-15T10:00", "2026-12-15T11:30");
    handIn(TEN, TestClass.homework(MODULE, "first"));
    handIn(END, TestClass.homework(MODULE, "second"));
    assertThat(states()).containsExactly("✓ handed in", "↷ replaced");
    assertThat(says(1)).isEqualTo("The last hand-in in time counts, receipt 2.");
    assertThat(service.act(teacher, "accept", "receipt=1").body())
        .contains(
            "receipt 1 came at %s, in time (until %s); the last one in time counts, receipt 2"
                .formatted(TEN, END));
    handIn(END.plusMillis(1), TestClass.homework(MODULE, "third"));
    assertThat(states()).containsExactly("↷ late", "✓ handed in", "↷ replaced");
    assertThat(says(0))
        .isEqualTo(
            "You have %s for 07-optimizers, and this came at 2026-12-15T11:30:00.001Z. The last hand-in in time counts, receipt 2, unless your instructor accepts this one."
                .formatted(TIMES));

    assertThat(service.act(teacher, "accept", "receipt=3").statusCode()).isEqualTo(303);
    assertThat(states()).containsExactly("✓ handed in", "↷ replaced", "↷ replaced");

    var longer = "member=2&work=07-optimizers&until=2026-12-15T12:00";
    assertThat(service.act(teacher, "extend", longer).statusCode()).isEqualTo(303);
    assertThat(states()).containsExactly("✓ handed in", "↷ replaced", "↷ replaced");
    var mine = "You have from %s until 2026-12-15T12:00:00Z for 07-optimizers.".formatted(TEN);
    assertThat(service.get(ada, "/yours.html").body())
        .contains(mine, "last hand-in in time counts");
    assertThat(TestClass.json(service.get(ada, "/api/member")).path("deadlines").get(0).asText())
        .isEqualTo(mine);
    var ben = service.invite(Kind.STUDENT, "ben");
    assertThat(service.get(ben, "/yours.html").body())
        .contains("You have %s for 07-optimizers.".formatted(TIMES));
  }

  @Test
  void without_a_window_the_receipt_says_the_rule_and_a_late_one_alone_is_graded_as_late()
      throws Exception {
    handIn(TEN, TestClass.homework(MODULE, "first"));
    handIn(END.plusSeconds(1), TestClass.homework(MODULE, "second"));
    assertThat(says(1)).isEqualTo("The last hand-in in time counts, receipt 2, if it is in time.");
    set("", "2026-12-15T09:00");
    assertThat(states()).containsExactly("✓ handed in late", "↷ late");
    assertThat(says(0))
        .isEqualTo(
            "Your instructor grades 07-optimizers. It is late: you have until 2026-12-15T09:00:00Z.");
    assertThat(says(1))
        .contains(
            ". None is in time, so the last one counts, receipt 2, unless your instructor accepts");
    set("", "");
    assertThat(states()).containsExactly("✓ handed in", "↷ replaced");
    assertThat(service.get(teacher, "/yours.html").body())
        .contains(
            "took the window of 07-optimizers away",
            "has 07-optimizers handed in until 2026-12-15T09:00:00Z");
  }
}
