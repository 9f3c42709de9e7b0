package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

class NumberedChangesTest {
  private static final String TOTAL =
      """
      public class Total {
        public final int sum;
        public Total(int more) {
          super();
          int total = 1 + more;
          this.sum = total;
        }
      }
      """;

  /// Many times: a compiler that keeps a file's text until its time changes would use the last one.
  @RepeatedTest(30)
  void a_constructor_is_changed(@TempDir Path folder) throws Exception {
    var classes = Files.createDirectory(folder.resolve("classes"));
    List<Integer> compiled;
    try (var files = Javac.files(List.of(), classes)) {
      var source = folder.resolve("Total.java");
      var numbered = new NumberedChanges(files, source, TOTAL, 0, TOTAL.length());
      var changes =
          Stream.of(
                  change("1 + more", "2 + more"),
                  change("this.sum = total;", ""),
                  change("super();", "this();"),
                  change("= total", "= -total"))
              .map(List::of)
              .toList();
      compiled = numbered.compile(changes, () -> true);
    }
    assertThat(compiled)
        .as("neither a field without a value nor the call above")
        .containsExactly(0, 3);
    assertThat(sum(classes, NumberedChanges.NONE)).isEqualTo(11);
    assertThat(sum(classes, 0)).isEqualTo(12);
    assertThat(sum(classes, 3)).isEqualTo(-11);
  }

  private static Hunk change(String from, String to) {
    int at = TOTAL.indexOf(from);
    return new Hunk(at, at + from.length(), 0, 0, from, to);
  }

  private static int sum(Path classes, int choice) throws Exception {
    try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      var choose = loader.loadClass("TapelineChoice").getDeclaredMethod("choose", int.class);
      choose.setAccessible(true);
      choose.invoke(null, choice);
      var total = loader.loadClass("Total");
      return total.getField("sum").getInt(total.getConstructor(int.class).newInstance(10));
    }
  }
}
