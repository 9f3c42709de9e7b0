package tapeline.grader.result;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Why something did not pass.
///
/// @param text what was called, expected and got, or what the compiler said; may have many lines
/// @param at the place in the learner's file to look at first, where one is known
/// @param frames the stack's lines in the course's code and its tests, innermost first
public record Problem(String text, @Nullable SourceLine at, List<String> frames) {
  private static final Pattern CLOSE =
      Pattern.compile(
          "Expecting actual:\\R {2}(.+)\\Rto be close to:\\R {2}(.+)\\R"
              + "by less than (\\S+) but difference was .*\\.\\R\\(a difference of .*\\)");
  private static final Pattern EXACTLY =
      Pattern.compile(
          "Expecting actual:\\R {2}(.+)\\Rto contain exactly \\(and in same order\\):\\R {2}(.+)\\R"
              + "but (?:some elements|there were|some|could not|element)[\\s\\S]*");
  private static final Pattern TRUTH =
      Pattern.compile("Expecting value to be (true|false) but was (true|false)");
  private static final Pattern MACHINERY =
      Pattern.compile(
          "(?m)^(?:\\tat [^\\n(]+\\(.+\\)|\\t?\\.\\.\\.\\(?\\d+ (?:remaining|more).*|when comparing values using"
              + " .*)$\\R?");

  /// The text as a learner reads it: expected above got, without the comparison's machinery and
  /// without a stack, which [#frames] has.
  public String told() {
    var told = CLOSE.matcher(text).replaceAll("expected: $2 ± $3\n but was: $1");
    told = EXACTLY.matcher(told).replaceAll("expected: $2\n but was: $1");
    told = TRUTH.matcher(told).replaceAll("expected: $1\n but was: $2");
    return MACHINERY.matcher(told).replaceAll("").strip();
  }

  /// The first line of [#told] that is not blank.
  public String headline() {
    return told().lines().filter(l -> !l.isBlank()).findFirst().orElse("").strip();
  }
}
