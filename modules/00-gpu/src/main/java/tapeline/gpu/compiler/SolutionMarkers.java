package tapeline.gpu.compiler;

import java.util.regex.Pattern;

/// The markers around an exercise in the file of a reference solution. A solved exercise is to be
/// one text, whether it is the reference's or a learner's: then one PTX serves both.
///
/// ```text
/// // BEGIN SOLUTION 10.1 "vector add" 5 points         // BEGIN EXERCISE 10.1
///   int i = blockIdx.x * blockDim.x + threadIdx.x;       int i = blockIdx.x * blockDim.x + threadIdx.x;
/// // STUB // TODO 10.1 — 1 line. Which element?        // END EXERCISE 10.1
/// // STUB #error TODO 10.1 vector add
/// // END SOLUTION
/// ```
final class SolutionMarkers {
  private static final String BEGIN = "// BEGIN SOLUTION ";

  /// Made for a reference's text alone: a learner's has none of these lines.
  private static final class Lines {
    static final Pattern FIRST = Pattern.compile("(\\s*)" + BEGIN + "(\\S+) .*");
    static final Pattern STUB = Pattern.compile("\\s*// STUB(?: .*)?");
    static final Pattern LAST = Pattern.compile("\\s*// END SOLUTION.*");
  }

  private SolutionMarkers() {}

  /// The text as it is given to learners, but solved. A learner's own text stays as it is.
  static String removed(String text) {
    if (!text.contains(BEGIN)) {
      return text;
    }
    var out = new StringBuilder();
    var end = "";
    for (var line : text.lines().toList()) {
      var first = Lines.FIRST.matcher(line);
      if (first.matches()) {
        end = first.group(1) + "// END EXERCISE " + first.group(2);
        out.append(first.group(1)).append("// BEGIN EXERCISE ").append(first.group(2));
      } else if (Lines.STUB.matcher(line).matches()) {
        continue;
      } else {
        out.append(Lines.LAST.matcher(line).matches() ? end : line);
      }
      out.append('\n');
    }
    if (!text.endsWith("\n")) {
      out.setLength(out.length() - 1);
    }
    return out.toString();
  }
}
