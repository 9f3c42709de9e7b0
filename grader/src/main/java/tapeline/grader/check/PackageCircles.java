package tapeline.grader.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
final class PackageCircles {
  private static final Pattern SOURCES = Pattern.compile("\\bsrc/(?:main|launcher|start)/java/");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern NAMED =
      Pattern.compile("\\b(tapeline(?:\\.[a-z]\\w*)+)\\.(?=[A-Z*])");

  /// Words are no code: comments, texts in three quotes and in one, characters.
  private static final Pattern WORDS =
      Pattern.compile(
          "(?s)/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'");

  /// The packages that each package names, each with a file that names it.
  private final SortedMap<String, SortedMap<String, String>> uses = new TreeMap<>();

  private final Map<String, Integer> order = new HashMap<>();
  private final Map<String, Integer> lowest = new HashMap<>();
  private final Deque<String> path = new ArrayDeque<>();
  private final List<List<String>> circles = new ArrayList<>();

  private PackageCircles() {}

  /// The circles in words; null when there is none.
  static @Nullable String find(Checkout checkout) {
    var search = new PackageCircles();
    var code = new TreeMap<String, String>();
    for (var name : checkout.javaFiles()) {
      if (SOURCES.matcher(name).find() && !name.contains("src/test/")) {
        var text = Course.read(checkout.root().resolve(name));
        code.put(name, WORDS.matcher(text).replaceAll(" "));
      }
    }
    code.values().forEach(text -> search.uses.putIfAbsent(packageOf(text), new TreeMap<>()));
    code.forEach(search::add);
    search
        .uses
        .keySet()
        .forEach(p -> {
          if (!search.order.containsKey(p)) {
            search.visit(p);
          }
        });
    return search.circles.isEmpty()
        ? null
        : search.circles.stream().map(search::words).collect(Collectors.joining("\n"));
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
        uses(own).putIfAbsent(other, file);
      }
    }
  }

  private SortedMap<String, String> uses(String from) {
    return Objects.requireNonNull(uses.get(from));
  }

  /// Tarjan's search for strongly connected components.
  private void visit(String node) {
    order.put(node, order.size());
    lowest.put(node, order.get(node));
    path.push(node);
    for (var next : uses(node).keySet()) {
      if (!order.containsKey(next)) {
        visit(next);
        lowest.merge(node, lowest.get(next), Math::min);
      } else if (path.contains(next)) {
        lowest.merge(node, order.get(next), Math::min);
      }
    }
    if (lowest.get(node).equals(order.get(node))) {
      var component = new TreeSet<String>();
      while (!component.contains(node)) {
        component.add(path.pop());
      }
      if (component.size() > 1) {
        circles.add(List.copyOf(component));
      }
    }
  }

  private String words(List<String> circle) {
    var lines = new ArrayList<String>();
    lines.add(String.join(" ⇄ ", circle));
    for (var from : circle) {
      uses(from)
          .forEach((to, file) -> {
            if (circle.contains(to)) {
              lines.add("  %s uses %s in %s".formatted(from, to, file));
            }
          });
    }
    return String.join("\n", lines);
  }
}
