package tapeline.laboratory.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.compare.Contender;
import tapeline.bench.compare.Plan;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.laboratory.MadeUp;
import tapeline.laboratory.SpinWork;
import tapeline.laboratory.packing.PackedProgram;
import tapeline.laboratory.report.ComparisonFile.Entrant;

@Needs(Need.FONTS)
class BundleTest {
  private static final Plan TWO = new Plan(new int[] {2}, new double[] {0.05}, 5, 100, 20);
  private static final Plan SIX = new Plan(new int[] {6}, new double[] {0.05}, 10, 100, 50);

  private static final byte[] NOTHING = "no jar".getBytes(UTF_8);

  @TempDir static Path shared;

  /// A bundle of equals that says so: made once, as it holds the whole harness.
  private static Path equals;

  @TempDir Path folder;

  @BeforeAll
  static void write() throws IOException {
    equals = bundle(shared, 1, TWO);
  }

  private static PackedProgram spin() throws IOException {
    return PackedProgram.of(
        MadeUp.classPath(),
        List.of(SpinWork.class.getName(), "tapeline.bench.compare.Child"),
        _ -> false);
  }

  /// A bundle that says B takes `ratio` times as long; both programs are the same.
  private static Path bundle(Path folder, double ratio, Plan plan) throws IOException {
    var spin = spin();
    var file =
        MadeUp.file(
            MadeUp.comparison("one", "other", ratio, 1),
            plan,
            new Entrant("one", SpinWork.class.getName(), List.of(), spin.hash()),
            new Entrant("other", SpinWork.class.getName(), List.of(), spin.hash()),
            1);
    var zip = folder.resolve("bundle.zip");
    Bundle.write(zip, MadeUp.report(file), List.of(new Experiment(file, spin, spin)));
    return zip;
  }

  private String rerun(Path zip, int code) {
    var out = new ByteArrayOutputStream();
    int got = Rerun.run(zip, folder.resolve("rerun.html"), new PrintStream(out, true, UTF_8));
    assertThat(got)
        .as("the exit code of a rerun that says:\n%s", out.toString(UTF_8))
        .isEqualTo(code);
    return out.toString(UTF_8);
  }

  @Test
  void what_is_read_is_what_was_written() throws IOException {
    var read = Bundle.read(equals);
    assertThat(read).hasSize(1);
    var file = read.getFirst().file();
    assertThat(file.toJson()).isEqualTo(ComparisonFile.fromJson(file.toJson()).toJson());
    assertThat(file.comparison()).hasToString(MadeUp.comparison("one", "other", 1, 1).toString());
    assertThat(file.plan().blocks()).isEqualTo(5);
    var files = PackedProgram.read(equals).files();
    assertThat(files).containsKeys("1/times.csv", "report.html", "README.txt");
    var csv = new String(files.get("1/times.csv"), UTF_8);
    assertThat(csv.lines()).hasSize(1 + 10 * 2 * 100);
    assertThat(csv).contains("\n9,\"other\",99,");
    assertThat(new String(files.get("README.txt"), UTF_8)).contains("java -jar bundle.zip");
  }

  @Test
  void a_name_is_no_formula_to_a_spreadsheet() throws IOException {
    var spin = spin();
    var side = new Entrant("=1+\"2\"", SpinWork.class.getName(), List.of(), spin.hash());
    var file = MadeUp.file(MadeUp.comparison("a", "b", 1, 1), TWO, side, side, 1);
    var zip = folder.resolve("formula.zip");
    Bundle.write(zip, MadeUp.report(file), List.of(new Experiment(file, spin, spin)));
    assertThat(new String(PackedProgram.read(zip).files().get("1/times.csv"), UTF_8))
        .contains("\n0,\"'=1+\"\"2\"\"\",0,");
  }

  @Test
  void equals_run_again_agree() throws IOException {
    assertThat(rerun(equals, 0))
        .contains("other beside one", "agree", "differs: processor: a <processor> there,");
    assertThat(folder.resolve("rerun.html")).content().contains("Run again");
  }

  @Test
  void what_was_measured_again_is_said_where_no_page_can_be_written() {
    var out = new ByteArrayOutputStream();
    var nowhere = folder.resolve("no/such/folder/rerun.html");
    int got = Rerun.run(equals, nowhere, new PrintStream(out, true, UTF_8));
    assertThat(out.toString(UTF_8)).contains("other beside one", "agree", "no report: ");
    assertThat(got).as("the exit code").isZero();
  }

  @Test
  void a_comparison_that_lacks_a_value_is_refused_before_it_is_run() {
    var json = MadeUp.file(1, 1).toJson();
    for (var key : List.of("seed", "alpha", "when", "cpuRatio")) {
      var lacks = json.replaceAll('"' + key + "\" : [^,]*,", "");
      assertThatThrownBy(() -> ComparisonFile.fromJson(lacks))
          .as("without %s", key)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("this is no comparison: ");
    }
    assertThat(
            ComparisonFile.fromJson(json.replaceAll(",\\s*\"gpus\" : \"[^\"]*\"", ""))
                .machine()
                .gpus())
        .as("of a bundle that was written before cards were asked for")
        .isEqualTo("not available");
  }

  @Test
  void a_program_that_is_pinned_is_refused() {
    var c =
        new Contender("one", "x.One", List.of(), List.of(), MadeUp.CONDITIONS, List.of("taskset"));
    assertThatThrownBy(() -> Experiment.run(c, c, TWO, 1, "", _ -> {}))
        .hasMessageEndingWith("as another machine could not, got \"taskset\" of one");
  }

  @Test
  void a_bundle_that_promises_too_much_is_found_out() throws IOException {
    assertThat(rerun(bundle(folder, 0.4, SIX), 1)).contains("2.49×", "do not agree");
  }

  @Test
  void a_program_that_was_changed_is_not_run() throws IOException {
    var other = folder.resolve("changed.zip");
    var files = PackedProgram.read(equals).files();
    files.replaceAll((name, bytes) -> name.startsWith("programs/") ? NOTHING : bytes);
    new PackedProgram(files).write(other);
    assertThat(rerun(other, 2))
        .startsWith("not measured: one is not what was measured: its program was changed");
  }

  @Test
  void a_zip_without_a_comparison_is_refused() throws IOException {
    var zip = folder.resolve("other.zip");
    Files.write(zip, NOTHING);
    assertThatThrownBy(() -> Bundle.read(zip))
        .hasMessage("a bundle has a 1/comparison.json, got none in " + zip);
    assertThat(rerun(zip, 2)).startsWith("not measured: a bundle has a 1/comparison.json");
    assertThatThrownBy(() -> ComparisonFile.fromJson("{\"alpha\": \"x\"}"))
        .hasMessageStartingWith("this is no comparison");
  }

  @Test
  void machines_agree_when_their_intervals_overlap() {
    assertThat(MadeUp.file(0.5, 1).agrees(MadeUp.file(0.5, 2))).isTrue();
    assertThat(MadeUp.file(0.5, 1).agrees(MadeUp.file(0.6, 3))).isFalse();
    assertThat(MadeUp.file(0.6, 3).agrees(MadeUp.file(0.5, 1))).isFalse();
  }
}
