package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.grader.need.Need;
import tapeline.grader.need.NeedCondition;
import tapeline.grader.need.Needs;
import tapeline.tests.Resource;

/// The programs of `datasets/cuda`: without a finding as they are, and with one at the right line
/// and in the right words for each of the mistakes of `planted.txt`.
@Tag("slow")
@Needs(Need.CUDA)
class PlantedMistakesTest {
  private static final Path PROGRAMS =
      Path.of(System.getProperty("tapeline.root", "")).resolve("datasets/cuda");

  private static final String GROUPS = "groups.cu";
  private static final String LIMIT = "1"; // seconds of a block, for a loop that never ends

  @TempDir private static Path scratch;
  private static ProgramsTogether together;
  private static List<String> compilers;

  @BeforeAll
  static void build() throws IOException {
    compilers = Stream.of("clang", "nvcc").filter(ProgramRun::has).toList();
    NeedCondition.require(!compilers.isEmpty(), Need.CUDA, "none is of use");
    together = new ProgramsTogether(scratch);
    for (var program : programs().toList()) {
      var name = program.getFileName().toString();
      together.add(name, name, Files.readString(program));
    }
    together.add(GROUPS, GROUPS, Resource.text(PlantedMistakesTest.class, "/programs/" + GROUPS));
    for (var mistake : mistakes().toList()) {
      var text = mistake.plantedIn(Files.readString(PROGRAMS.resolve(mistake.file)));
      together.add(mistake.toString(), mistake.file, text);
    }
  }

  /// @param changes pairs of what stands in the program once, and what stands there then
  /// @param place a text of the line that is to be named
  record Mistake(String name, String file, List<String> changes, String place, List<String> words) {

    static Mistake of(String block) {
      var lines = block.lines().toList();
      var head = lines.getFirst().split(" \\| ", 2);
      var changes = marked(lines, "[-+]");
      var places = marked(lines, "@");
      return new Mistake(
          head[0],
          head[1],
          changes,
          places.isEmpty() ? changes.get(1) : places.getFirst(),
          marked(lines, "="));
    }

    private static List<String> marked(List<String> lines, String mark) {
      return lines.stream().filter(l -> l.matches(mark + " .*")).map(l -> l.substring(2)).toList();
    }

    String plantedIn(String program) {
      var text = program;
      for (int i = 0; i < changes.size(); i += 2) {
        String old = changes.get(i);
        assertThat(text.split(Pattern.quote(old), -1)).as(old).hasSize(2);
        text = text.replace(old, changes.get(i + 1));
      }
      return text;
    }

    /// Returns where the mistake stands in `text`, such as `scan.cu:17`.
    String line(String text) {
      var lines = text.lines().toList();
      int[] found =
          IntStream.range(0, lines.size()).filter(i -> lines.get(i).contains(place)).toArray();
      assertThat(found).as("lines with " + place).hasSize(1);
      return file + ":" + (found[0] + 1);
    }

    @Override
    public String toString() {
      return name + " in " + file;
    }
  }

  static Stream<Path> programs() throws IOException {
    try (var files = Files.list(PROGRAMS)) {
      return files.filter(f -> f.toString().endsWith(".cu")).sorted().toList().stream();
    }
  }

  static Stream<Mistake> mistakes() {
    return Stream.of(
            Resource.text(PlantedMistakesTest.class, "/programs/planted.txt").split("\n\n+"))
        .filter(block -> !block.startsWith("#"))
        .map(Mistake::of);
  }

  @Test
  void the_mistakes_are_of_many_kinds_and_in_all_programs() throws IOException {
    assertThat(mistakes().map(Mistake::name).distinct()).hasSizeGreaterThanOrEqualTo(30);
    var without = new ArrayList<>(programs().map(f -> f.getFileName().toString()).toList());
    without.removeAll(mistakes().map(Mistake::file).toList());
    assertThat(without).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void right_programs_have_no_finding(Path program) throws IOException, InterruptedException {
    for (var compiler : compilers) {
      together
          .check(program.getFileName().toString(), compiler)
          .endsWith(0)
          .says("no mistake found");
    }
  }

  @Test
  void blocks_wait_for_each_other_by_the_headers_of_each_compiler()
      throws IOException, InterruptedException {
    for (var compiler : compilers) {
      together.check(GROUPS, compiler).endsWith(0).says("cudaSuccess: right", "no mistake found");
    }
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void planted_mistakes_are_named_at_their_line(Mistake mistake)
      throws IOException, InterruptedException {
    var text = mistake.plantedIn(Files.readString(PROGRAMS.resolve(mistake.file)));
    var wanted = new ArrayList<>(mistake.words);
    wanted.add("tapeline: " + mistake.line(text) + ": ");
    for (var compiler : compilers) {
      var ran = together.run(mistake.toString(), compiler, "--check", "--block-limit", LIMIT);
      assertThat(ran.status()).as(ran.output()).isNotZero();
      assertThat(ran.output().lines())
          .as("by %s, a line with all of %s", compiler, wanted)
          .anyMatch(line -> wanted.stream().allMatch(line::contains));
    }
  }
}
