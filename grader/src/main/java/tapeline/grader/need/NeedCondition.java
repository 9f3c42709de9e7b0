package tapeline.grader.need;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/// Decides whether a test runs on a machine without what it needs.
public final class NeedCondition implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    var needs = AnnotationSupport.findAnnotation(context.getElement(), Needs.class);
    for (var need : needs.map(Needs::value).orElse(new Need[0])) {
      var lacking = need.lacking();
      if (!lacking.isEmpty()) {
        return ConditionEvaluationResult.disabled(skipped(need.reason(lacking)));
      }
    }
    return ConditionEvaluationResult.enabled("");
  }

  /// Skips the test of a class with [Needs] that has found out more than [Need#lacking] knows; with
  /// the variable `CI` set, fails it.
  ///
  /// @param lacking why it cannot be used
  public static void require(boolean there, Need need, String lacking) {
    if (!there) {
      throw new TestAbortedException(skipped(need.reason(lacking)));
    }
  }

  private static String skipped(String reason) {
    if (System.getenv("CI") != null) {
      throw new AssertionError(reason);
    }
    return reason;
  }
}
