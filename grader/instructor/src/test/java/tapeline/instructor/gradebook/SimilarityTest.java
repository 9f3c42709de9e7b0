package tapeline.instructor.gradebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimilarityTest {
  private static final String LOOPS =
      """
      int sum(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { if (a[i] > 2) { s += a[i]; } else { s -= 1; } } return s; }
      int most(int[] a) { int m = a[0]; for (int v : a) { while (v > m) { m = m + 1; } } return m; }
      """;
  private static final String STREAMS =
      """
      int sum(int[] a) { return java.util.Arrays.stream(a).map(v -> v > 2 ? v : -1).sum(); }
      int most(int[] a) { try { return java.util.Arrays.stream(a).max().getAsInt(); } catch (RuntimeException e) { throw new IllegalStateException(e); } finally { System.gc(); } }
      """;

  @TempDir Path folder;

  private void write(String name, String methods, String given) throws IOException {
    var file = folder.resolve(name).resolve("A.java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "class A {\n" + methods + given + "}\n");
  }

  private Similarity.Compared compared() throws IOException {
    return Similarity.of(
        folder.resolve("all"), folder.resolve("given"), folder.resolve("similarity.jplag"));
  }

  @Test
  void copies_come_first_whatever_their_names_are() throws Exception {
    write("all/ada", LOOPS, "");
    write("all/ben", LOOPS.replace("sum", "total").replace("s ", "t ").replace("m ", "n "), "");
    write("all/cleo", STREAMS, "");
    write("given", "int nothing() { return 0; }", "");
    var pairs = compared().pairs();
    assertThat(pairs.getFirst().average()).isCloseTo(1, within(1e-9));
    assertThat(List.of(pairs.getFirst().first(), pairs.getFirst().second()))
        .containsExactlyInAnyOrder("ada", "ben");
    assertThat(pairs.getLast().average()).isLessThan(0.5);
    try (var report = new ZipFile(folder.resolve("similarity.jplag").toFile())) {
      assertThat(report.stream().map(ZipEntry::getName)).contains("overview.json", "ada-ben.json");
    }
  }

  @Test
  void what_all_were_given_does_not_count() throws Exception {
    var given = LOOPS.replace("sum", "given").replace("most", "other");
    write("all/ada", LOOPS.replace("sum", "a1").replace("most", "a2"), given);
    write("all/cleo", STREAMS, given);
    write("given", given, "");
    var pairs = compared().pairs();
    assertThat(pairs).allMatch(p -> p.average() < 0.5);
  }

  @Test
  void one_alone_is_like_nobody() throws Exception {
    write("all/ada", LOOPS, "");
    write("given", "", "");
    assertThat(compared().pairs()).isEmpty();
  }

  @Test
  void who_cannot_be_read_is_named() throws IOException {
    var deep = "int deep() { return " + "(".repeat(5_000) + "0" + ")".repeat(5_000) + "; }\n";
    write("all/ada", LOOPS, "");
    write("all/ben", LOOPS, deep);
    write("all/cleo", STREAMS, "");
    write("given", "", "");
    var found = compared();
    assertThat(found.unread().contains("ben") || found.pairs().getFirst().average() > 0.9)
        .as("compared or named: %s", found)
        .isTrue();
  }

  @Test
  void a_sum_that_is_too_deep_costs_its_author_alone_the_comparison() throws IOException {
    write("all/ada", LOOPS, "");
    write("all/ben", LOOPS, "int deep() { return 1" + "+1".repeat(100_000) + "; }\n");
    write("all/cleo", LOOPS, "");
    write("given", "", "");
    var found = compared();
    assertThat(found.unread()).containsExactly("ben");
    assertThat(found.pairs())
        .extracting(p -> p.first() + " " + p.second())
        .containsExactly("ada cleo");
  }
}
