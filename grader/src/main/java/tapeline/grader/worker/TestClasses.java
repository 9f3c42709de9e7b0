package tapeline.grader.worker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/// Finds the test classes of some exercises without loading the others.
public final class TestClasses {
  private TestClasses() {}

  /// The test classes in `folder`, by their names, sorted: those in whose file, or in that of a
  /// class inside of them, one of `tags` stands up to its first blank.
  public static List<String> with(List<String> tags, Path folder) throws IOException {
    var ids = tags.stream().map(t -> t.replaceFirst(" .*", "")).toList();
    var found = new TreeSet<String>();
    try (var s = Files.walk(folder)) {
      for (var p : s.filter(p -> p.toString().matches(".*Test(\\$.*)?\\.class")).toList()) {
        var file = new String(Files.readAllBytes(p), ISO_8859_1);
        if (ids.stream().anyMatch(file::contains)) {
          var name = folder.relativize(p).toString().replaceFirst("(\\$.*)?\\.class$", "");
          found.add(name.replace('/', '.').replace('\\', '.'));
        }
      }
    }
    return List.copyOf(found);
  }
}
