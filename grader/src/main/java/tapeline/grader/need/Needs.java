package tapeline.grader.need;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// The programs of the machine that a test, or each test of a class, needs.
///
/// Where one is missing the tests are skipped; with the variable `CI` set they fail. `-Dcheck` runs
/// the tests without this annotation with all those programs hidden.
@Tag(Needs.TAG)
@ExtendWith(NeedCondition.class)
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Needs {
  String TAG = "needs";

  /// Returns the needs.
  Need[] value();
}
