package tapeline.laboratory.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.laboratory.MadeUp;
import tapeline.laboratory.SpinWork;
import tapeline.laboratory.packing.PackedProgram;
import tapeline.laboratory.workload.HornerPass;

class StoreTest {
  private static final MachineId HERE = MachineId.of(MadeUp.MACHINE);
  private static final Budget.Counts COUNTS = new Budget.Counts(16, 1e-9, 41);

  @TempDir Path folder;
  private BaselineStore store;
  private PackedProgram program;

  @BeforeEach
  void open() throws IOException {
    store = BaselineStore.open(folder, HERE);
    program = PackedProgram.of(MadeUp.classPath(), List.of(SpinWork.class.getName()), _ -> false);
  }

  private Baseline baseline(int number) {
    return new Baseline(
        number, "SpinWork", MadeUp.CONDITIONS, "c" + number, "now", program.hash(), COUNTS, 1.5);
  }

  private static CheckedVersion check(String commit) {
    return new CheckedVersion(
        commit,
        "now",
        "12",
        1,
        1.1,
        1.08,
        Double.POSITIVE_INFINITY,
        0.01,
        COUNTS,
        List.of("time: \"slow\"\n"));
  }

  private Path at(String file) {
    return store.folder("spin").resolve(file);
  }

  @Test
  void what_was_kept_is_there_again() throws IOException {
    assertThat(store.newest("spin")).as("before the first").isEmpty();
    store.add("spin", baseline(1), program);
    store.add("spin", baseline(2), program);
    store.append("spin", check("a"));
    store.append("spin", check("b"));
    var again = BaselineStore.open(folder, HERE);
    assertThat(again.newest("spin")).contains(baseline(2));
    assertThat(again.program("spin", baseline(1)).hash()).isEqualTo(program.hash());
    assertThat(again.history("spin")).containsExactly(check("a"), check("b"));
    assertThat(Files.readAllLines(at("history.jsonl"))).as("one line a check").hasSize(2);
    assertThat(again.history("other")).as("another workload's").isEmpty();
  }

  @Test
  void nothing_is_overwritten() throws IOException {
    store.add("spin", baseline(1), program);
    var before = Files.readString(at("baseline-1.json"));
    assertThatThrownBy(() -> store.add("spin", baseline(1), program))
        .isInstanceOf(BrokenStoreException.class)
        .hasMessageEndingWith(
            "spin has 1 baselines, and nothing is overwritten: the next one is 2, got 1");
    assertThat(at("baseline-1.json")).hasContent(before);
  }

  @Test
  void each_machine_has_its_own_part() throws IOException {
    store.add("spin", baseline(1), program);
    var other = new MachineId("b", 2, 4, 16, "JVM 25");
    assertThat(other.key()).hasSize(12).isNotEqualTo(HERE.key());
    assertThat(BaselineStore.open(folder, other).newest("spin")).isEmpty();
    var copied = folder.resolve(other.key()).resolve("machine.json");
    Files.writeString(copied, Files.readString(folder.resolve(HERE.key()).resolve("machine.json")));
    assertThatThrownBy(() -> BaselineStore.open(folder, other))
        .hasMessageContaining("machine.json is a store of another machine: ")
        .hasMessageContaining("processor=a <processor>");
  }

  @Test
  void a_broken_line_is_named_and_left() throws IOException {
    store.append("spin", check("a"));
    var broken = Files.readString(at("history.jsonl")) + "{\"commit\": \"b\", \"ratio\": ?}\n";
    Files.writeString(at("history.jsonl"), broken);
    assertThatThrownBy(() -> store.history("spin"))
        .isInstanceOf(BrokenStoreException.class)
        .hasMessageStartingWith(at("history.jsonl") + ", line 2, cannot be read: ")
        .hasMessageEndingWith("Repair it, or move it away: nothing was written");
    assertThatThrownBy(() -> store.append("spin", check("c"))).hasMessageContaining("line 2");
    assertThat(at("history.jsonl")).hasContent(broken);
    Files.writeString(at("history.jsonl"), "{\"commit\": \"b\"}\n");
    assertThatThrownBy(() -> store.history("spin"))
        .as("a line that lacks its numbers")
        .hasMessageContaining("line 1");
    Files.write(at("history.jsonl"), new byte[] {(byte) 0xff, 10});
    assertThatThrownBy(() -> store.history("spin")).hasMessageEndingWith("jsonl is no text");
  }

  @Test
  void a_broken_baseline_is_named() throws IOException {
    store.add("spin", baseline(1), program);
    Files.copy(at("baseline-1.json"), at("baseline-2.json"));
    assertThatThrownBy(() -> store.newest("spin"))
        .hasMessageEndingWith("baseline-2.json is named as baseline 2, and says that it is 1");
    Files.writeString(at("baseline-2.json"), "{\n\"number\": 2,\n");
    assertThatThrownBy(() -> store.newest("spin")).hasMessageContaining("baseline-2.json, line 3");
  }

  @Test
  void another_program_is_not_taken_for_the_baselines() throws IOException {
    store.add("spin", baseline(1), program);
    PackedProgram.of(MadeUp.classPath(), List.of(HornerPass.With50.class.getName()), _ -> false)
        .write(at("baseline-1.jar"));
    assertThatThrownBy(() -> store.program("spin", baseline(1)))
        .hasMessageContaining("baseline-1.jar is not the program that ");
    Files.delete(at("baseline-1.jar"));
    assertThatThrownBy(() -> store.program("spin", baseline(1)))
        .hasMessageEndingWith("baseline-1.jar, the program of a baseline, is missing");
  }

  @Test
  void what_a_crash_left_does_not_matter() throws IOException {
    store.append("spin", check("a"));
    Files.writeString(at("history.jsonl123.new"), "{\"comm");
    Files.write(at("baseline-1.jar"), new byte[3]); // its JSON was not written any more
    assertThat(store.newest("spin")).isEmpty();
    store.add("spin", baseline(1), program);
    store.append("spin", check("b"));
    assertThat(store.program("spin", baseline(1)).hash()).isEqualTo(program.hash());
    assertThat(store.history("spin")).hasSize(2);
  }

  @Test
  void a_last_line_without_its_end_is_not_lost() throws IOException {
    store.append("spin", check("a"));
    Files.writeString(at("history.jsonl"), Files.readString(at("history.jsonl")).strip());
    store.append("spin", check("b"));
    assertThat(store.history("spin")).containsExactly(check("a"), check("b"));
  }

  @Test
  void one_writes_at_a_time() throws IOException {
    store.append("spin", check("a"));
    try (var channel = FileChannel.open(at(".lock"), StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      assertThatThrownBy(() -> store.append("spin", check("b")))
          .hasMessageEndingWith("is being written by another check: try again");
    }
    assertThat(store.history("spin")).hasSize(1);
  }

  @Test
  void a_name_cannot_lead_elsewhere() {
    for (var name : List.of("../spin", "", "a/b", ".lock")) {
      assertThatThrownBy(() -> store.history(name))
          .hasMessage(
              "a workload is named by letters, digits, points and dashes, got \"%s\""
                  .formatted(name));
    }
  }
}
