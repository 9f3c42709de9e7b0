package tapeline.grader.check;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The name of a file, and so of a top-level type, means one thing in the whole repository, tests
/// included.
///
/// Left out: what stands in every package, and the small courses and entries that tests take apart.
final class TypeNames {
  private static final List<String> SAMPLES =
      List.of(
          "/corpus/",
          "/hostile/",
          "/submissions/",
          "grader/src/test/course/",
          "grader/src/test/kernels/");

  private TypeNames() {}

  /// The names that are taken twice or more, in words; null when there is none.
  static @Nullable String taken(Checkout checkout) {
    SortedMap<String, List<String>> files = new TreeMap<>();
    for (var file : checkout.javaFiles()) {
      var name = file.substring(file.lastIndexOf('/') + 1);
      if (!name.equals("package-info.java") && SAMPLES.stream().noneMatch(file::contains)) {
        files.computeIfAbsent(name, _ -> new ArrayList<>()).add(file);
      }
    }
    var twice = files.values().stream().filter(f -> f.size() > 1).flatMap(TypeNames::lines);
    var text = twice.collect(Collectors.joining("\n"));
    return text.isEmpty() ? null : text;
  }

  private static Stream<String> lines(List<String> files) {
    var first = files.getFirst();
    var name = first.substring(first.lastIndexOf('/') + 1).replace(".java", "");
    return Stream.of(name + " is in " + String.join(", in ", files));
  }
}
