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
  private static final Budget.Counts COUNTS = new Budget.Counts(16, 1, 1e-9, 41);

  @TempDir Path folder;
  private BaselineStore store;
  private PackedProgram program;

  @BeforeEach
  void open() throws IOException {
    store = new BaselineStore(folder, HERE);
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
  void a_store_of_another_form_is_left_alone() throws IOException {
    Files.createDirectories(at(""));
    Files.writeString(at("baseline-1.json"), "{}");
    Files.writeString(at("baseline-1.jar"), "its program");
    assertThatThrownBy(() -> store.add("spin", baseline(1), program))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another form of store: move the folder away");
    assertThat(at("baseline-1.jar")).hasContent("its program");
  }

  @Test
  void what_was_kept_is_there_again() throws IOException {
    assertThat(store.newest("spin")).as("before the first").isEmpty();
    store.add("spin", baseline(1), program);
    store.add("spin", baseline(2), program);
    store.append("spin", check("a"));
    store.append("spin", check("b"));
    var again = new BaselineStore(folder, HERE);
    assertThat(again.newest("spin")).contains(baseline(2));
    assertThat(again.program("spin", baseline(1)).hash()).isEqualTo(program.hash());
    assertThat(again.history("spin")).containsExactly(check("a"), check("b"));
    assertThat(again.history("other")).as("another workload's").isEmpty();
  }

  @Test
  void nothing_is_overwritten() throws IOException {
    store.add("spin", baseline(1), program);
    var before = Files.readString(at("tracked.json"));
    assertThatThrownBy(() -> store.add("spin", baseline(1), program))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(
            "spin has 1 baselines, and nothing is overwritten: the next one is 2, got 1");
    assertThat(at("tracked.json")).hasContent(before);
  }

  @Test
  void each_machine_has_its_own_part() throws IOException {
    store.add("spin", baseline(1), program);
    var other = new MachineId("b", 2, 4, 16, "JVM 25");
    assertThat(other.key()).hasSize(12).isNotEqualTo(HERE.key());
    assertThat(new BaselineStore(folder, other).newest("spin")).isEmpty();
    var copied = folder.resolve(other.key()).resolve("spin");
    Files.createDirectories(copied);
    Files.copy(at("tracked.json"), copied.resolve("tracked.json"));
    assertThatThrownBy(() -> new BaselineStore(folder, other).newest("spin"))
        .hasMessageContaining("tracked.json is of another machine: ")
        .hasMessageContaining("processor=a <processor>");
  }

  @Test
  void a_broken_line_is_named_and_left() throws IOException {
    store.add("spin", baseline(1), program);
    store.append("spin", check("a"));
    var whole = Files.readString(at("tracked.json"));
    var broken = whole.replaceFirst("\"ratio\" : 1.1", "\"ratio\" : ?");
    long line = broken.substring(0, broken.indexOf('?')).lines().count();
    Files.writeString(at("tracked.json"), broken);
    assertThatThrownBy(() -> store.history("spin"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(at("tracked.json") + ", line " + line + ", cannot be read: ")
        .hasMessageEndingWith("Repair it, or move it away: nothing was written");
    assertThatThrownBy(() -> store.append("spin", check("c"))).hasMessageContaining("line " + line);
    assertThatThrownBy(() -> store.newest("spin")).hasMessageContaining("line " + line);
    assertThat(at("tracked.json")).hasContent(broken);
    Files.writeString(at("tracked.json"), whole.replaceFirst("\"ratio\" : 1.1,", ""));
    assertThatThrownBy(() -> store.history("spin"))
        .as("a check that lacks a number")
        .hasMessageContaining("cannot be read: ");
    Files.writeString(at("tracked.json"), whole.substring(0, whole.length() / 2));
    assertThatThrownBy(() -> store.newest("spin"))
        .as("half of it")
        .hasMessageContaining("cannot be read: ");
    Files.write(at("tracked.json"), new byte[] {(byte) 0xff, 10});
    assertThatThrownBy(() -> store.history("spin"))
        .hasMessageContaining(", line 1, cannot be read");
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
    Files.writeString(at("tracked.json123.new"), "{\"comm");
    Files.write(at("baseline-1.jar"), new byte[3]); // its JSON was not written any more
    assertThat(store.newest("spin")).isEmpty();
    store.add("spin", baseline(1), program);
    store.append("spin", check("b"));
    assertThat(store.program("spin", baseline(1)).hash()).isEqualTo(program.hash());
    assertThat(store.history("spin")).hasSize(2);
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
              "a workload is named by letters, digits, points, underscores and dashes, got \"%s\""
                  .formatted(name));
    }
  }
}
