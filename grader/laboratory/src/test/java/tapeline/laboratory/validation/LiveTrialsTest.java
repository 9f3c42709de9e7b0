package tapeline.laboratory.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.compare.Plan;
import tapeline.laboratory.MadeUp;
import tapeline.laboratory.machine.Surroundings;
import tapeline.laboratory.report.ForkTimes;

/// A validation can be cut short anywhere, and goes on as if nothing had happened.
class LiveTrialsTest {
  private static final Trial EQUAL =
      new Trial("equal", 0, new Plan(new int[] {6}, new double[] {0.05}, 20, 200, 60), 4, 30);
  private static final Trial MORE =
      new Trial(
          "5 % more", 10, new Plan(new int[] {6, 9}, new double[] {0.04, 0.01}, 20, 1, 1), 2, 30);
  private static final List<Trial> BOTH = List.of(EQUAL, MORE);

  @TempDir Path folder;

  private final List<ForkLog> open = new ArrayList<>();

  /// The log, which the run before has closed.
  private ForkLog log() throws IOException {
    close();
    open.add(ForkLog.open(folder.resolve("forks.jsonl"), "settings"));
    return open.getLast();
  }

  @AfterEach
  void close() throws IOException {
    for (var log : open) {
      log.close();
    }
  }

  private LiveTrials trials(MadeUpForks source) throws IOException {
    return new LiveTrials(BOTH, source, 1, log());
  }

  /// Measures so many forks.
  private static void run(LiveTrials trials, int forks) throws IOException {
    var left = new int[] {forks};
    trials.run(() -> left[0]-- > 0, () -> {});
  }

  @Test
  void the_trial_that_is_least_done_comes_next() throws IOException {
    var source = new MadeUpForks();
    var trials = trials(source);
    trials.run(() -> true, () -> {});
    assertThat(source.calls.stream().map(c -> c.replaceAll("/\\d+$", "")).distinct())
        .containsExactly(
            "equal/Arithmetic",
            "5 % more/Arithmetic",
            "equal/Sorting",
            "equal/Matmul",
            "5 % more/Sorting");
    assertThat(trials.ended(EQUAL)).hasSize(4);
    assertThat(trials.ended(MORE)).hasSize(2);
    assertThat(source.calls)
        .as("6 forks a comparison: 5 % are found at the first look")
        .hasSize(36);
    assertThat(trials.done())
        .as("the forks that are spared count as done")
        .isEqualTo(trials.most());
  }

  @Test
  void cut_short_after_any_fork_it_measures_the_same_comparisons() throws IOException {
    open.add(ForkLog.open(folder.resolve("x"), ""));
    var whole = new LiveTrials(BOTH, new MadeUpForks(), 1, open.getLast());
    whole.run(() -> true, () -> {});
    var source = new MadeUpForks();
    for (int parts = 0; parts < 8; parts++) {
      run(trials(source), 5);
    }
    assertThat(source.calls).as("no fork is measured twice").hasSize(36);
    for (var trial : BOTH) {
      assertThat(trials(source).ended(trial).stream().map(e -> e.comparison().toString()))
          .isEqualTo(whole.ended(trial).stream().map(e -> e.comparison().toString()).toList());
    }
  }

  @Test
  void each_comparison_has_forks_of_its_own() throws IOException {
    var trials = trials(new MadeUpForks());
    trials.run(() -> true, () -> {});
    var ratios =
        trials.ended(EQUAL).stream()
            .flatMap(e -> e.comparison().forks().stream())
            .map(f -> f.logRatio())
            .toList();
    assertThat(ratios).hasSize(24).doesNotHaveDuplicates();
  }

  @Test
  void what_is_unfinished_is_no_result() throws IOException {
    var trials = trials(new MadeUpForks());
    run(trials, 8);
    assertThat(trials.ended(EQUAL)).hasSize(1);
    assertThat(trials.ended(MORE)).isEmpty();
    assertThat(trials.done()).isEqualTo(8);
  }

  @Test
  void a_line_that_was_cut_is_measured_again() throws IOException {
    var source = new MadeUpForks();
    run(trials(source), 3);
    var file = folder.resolve("forks.jsonl");
    var text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.length() - 40));
    assertThat(log().entries()).as("forks whose lines are whole").hasSize(2);
    run(trials(source), 1);
    assertThat(source.calls)
        .containsExactly(
            "equal/Arithmetic/0", "equal/Arithmetic/1", "equal/Arithmetic/2", "equal/Arithmetic/2");
    assertThat(log().entries()).hasSize(3);
  }

  @Test
  void a_header_that_was_cut_is_begun_anew() throws IOException {
    var file = folder.resolve("forks.jsonl");
    for (var cut : List.of("", "{\"settings\":\"a \u00b5", "{")) {
      Files.writeString(file, cut);
      assertThat(log().entries()).isEmpty();
      assertThat(file).hasContent("{\"settings\":\"settings\"}");
    }
    var bytes = Files.readAllBytes(file);
    bytes[bytes.length - 4] = (byte) 0xc2; // the first byte of two, and the second was not written
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 3));
    assertThat(log().entries()).as("cut within a letter").isEmpty();
  }

  @Test
  void a_line_that_cannot_be_read_is_named() throws IOException {
    var file = folder.resolve("forks.jsonl");
    run(trials(new MadeUpForks()), 2);
    var text = Files.readString(file);
    for (var garbled : List.of("?", "{}", "{\"trial\":\"equal\"}", "{} {}")) {
      Files.writeString(file, text + garbled + "\n");
      assertThatThrownBy(this::log)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(file + ", line 4, cannot be read: ");
      assertThat(file).as("what cannot be read is left").hasContent(text + garbled);
    }
    Files.writeString(file, "{}\n");
    assertThatThrownBy(this::log).hasMessageStartingWith(file + ", line 1, cannot be read: ");
  }

  @Test
  void one_validation_at_a_time_has_the_log() throws IOException {
    log();
    var file = folder.resolve("forks.jsonl");
    assertThatThrownBy(() -> ForkLog.open(file, "settings"))
        .isInstanceOf(IOException.class)
        .hasMessage("another validation writes to %s: wait for its end".formatted(file));
  }

  @Test
  void a_comparison_with_forks_after_its_end_has_ended() throws IOException {
    var log = log();
    var source = new MadeUpForks();
    for (int i = 0; i < 8; i++) {
      var times = ForkTimes.of(source.fork(EQUAL, "Arithmetic", 1, i));
      log.append(new ForkLog.Entry("equal", 0, "Arithmetic", 1, 0, Surroundings.NONE, times));
    }
    var trials = trials(source);
    assertThat(trials.ended(EQUAL)).as("two validations wrote these").hasSize(1);
    assertThat(trials.ended(EQUAL).getFirst().comparison().forks())
        .as("forks of its plan")
        .hasSize(6);
    assertThat(trials.ended(EQUAL).getFirst().seconds()).isEqualTo(6);
  }

  @Test
  void settings_tell_one_harness_from_another() throws IOException {
    var classes = Validation.classes();
    var settings = Validation.settings(BOTH, "how", MadeUp.MACHINE, classes);
    assertThat(settings)
        .contains("equal: 0 extra", "how; a <processor>, 4 threads, JVM 25")
        .isEqualTo(Validation.settings(BOTH, "how", MadeUp.MACHINE, Validation.classes()));
    var name = PlantedWork.Sorting.class.getName().replace('.', '/');
    var sorting = classes.resolve(name + ".class");
    Files.copy(
        classes.resolve(name.replace("Sorting", "Matmul") + ".class"),
        sorting,
        StandardCopyOption.REPLACE_EXISTING);
    assertThat(Validation.settings(BOTH, "how", MadeUp.MACHINE, classes))
        .as("with other work under a name")
        .isNotEqualTo(settings);
  }

  @Test
  void forks_of_other_settings_are_not_mixed_in() throws IOException {
    log();
    close();
    assertThatThrownBy(() -> ForkLog.open(folder.resolve("forks.jsonl"), "others"))
        .hasMessageStartingWith("the forks of ")
        .hasMessageEndingWith(
            "were measured under other settings; move it away, or set what it says:\nsettings\nand not\nothers");
  }
}
