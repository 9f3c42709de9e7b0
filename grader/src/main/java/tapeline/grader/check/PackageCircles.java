package tapeline.grader.check;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;

/// Packages that depend on each other in a circle, in all main sources of the repository.
///
/// A package depends on another when one of its files names a type of it in full, as imports do.
///
/// @param uses the packages that each package names, each with a file that names it
record PackageCircles(SortedMap<String, SortedMap<String, String>> uses) {
  private static final Pattern SOURCES =
      Pattern.compile("\\bsrc/(?:main|given|launcher|start)/java/");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern NAMED =
      Pattern.compile("\\b(tapeline(?:\\.[a-z]\\w*)+)\\.(?=[A-Z*])");

  /// Words are no code: comments, texts in three quotes and in one, characters.
  private static final Pattern WORDS =
      Pattern.compile(
          "(?s)/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'");

  /// Returns a line for each use that closes a circle; null when there is none.
  static @Nullable String find(Checkout checkout) {
    var code = new TreeMap<String, String>();
    for (var name : checkout.javaFiles()) {
      if (SOURCES.matcher(name).find() && !name.contains("src/test/")) {
        var text = Course.read(checkout.root().resolve(name));
        code.put(name, WORDS.matcher(text).replaceAll(" "));
      }
    }
    var search = new PackageCircles(new TreeMap<>());
    code.values().forEach(text -> search.uses.put(packageOf(text), new TreeMap<>()));
    code.forEach(search::add);
    var lines =
        search.uses.keySet().stream()
            .flatMap(from -> search.back(from).stream())
            .collect(Collectors.joining("\n"));
    return lines.isEmpty() ? null : lines;
  }

  private static String packageOf(String code) {
    var found = PACKAGE.matcher(code);
    return found.find() ? found.group(1) : "";
  }

  private void add(String file, String code) {
    var own = packageOf(code);
    var named = NAMED.matcher(code);
    while (named.find()) {
      var other = named.group(1);
      if (!other.equals(own) && uses.containsKey(other)) {
        usedBy(own).putIfAbsent(other, file);
      }
    }
  }

  private Map<String, String> usedBy(String from) {
    return uses.getOrDefault(from, new TreeMap<>());
  }

  /// The uses of a package from which a way leads back to it, in words.
  private List<String> back(String from) {
    return usedBy(from).entrySet().stream()
        .filter(use -> reached(use.getKey()).contains(from))
        .map(use -> "%s uses %s in %s".formatted(from, use.getKey(), use.getValue()))
        .toList();
  }

  private Set<String> reached(String from) {
    var reached = new TreeSet<String>();
    var next = new ArrayDeque<>(List.of(from));
    while (!next.isEmpty()) {
      var one = next.pop();
      if (reached.add(one)) {
        next.addAll(usedBy(one).keySet());
      }
    }
    return reached;
  }
}
