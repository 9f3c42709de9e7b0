package tapeline.tests.cuda;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.List;
import tapeline.gpu.emulator.FaultKind;
import tapeline.gpu.emulator.Finding;

/// What the emulator has found wrong with a kernel, as a learner reads it: the worst in full, and
/// where there is more.
final class Mistakes {
  /// A race says which two threads should have waited, what is read too early only that one should.
  private static final List<FaultKind> FIRST =
      List.of(FaultKind.SHARED_RACE, FaultKind.GLOBAL_RACE, FaultKind.WARP_RACE);

  private Mistakes() {}

  /// @throws AssertionError when there are any; its stack begins at the kernel's line
  static void refuse(String what, List<Finding> findings) {
    if (findings.isEmpty()) {
      return;
    }
    var sorted = findings.stream().sorted(Comparator.comparingInt(Mistakes::rank)).toList();
    var worst = sorted.getFirst();
    var others =
        sorted.stream().skip(1).map(f -> "%s: %s".formatted(f.source(), f.kind())).toList();
    var error =
        new AssertionError(
            "[%s]\n%s%s"
                .formatted(
                    what, worst, others.stream().map(o -> "\nalso " + o).collect(joining())));
    var java = error.getStackTrace();
    var stack = new StackTraceElement[java.length + 1];
    System.arraycopy(java, 0, stack, 1, java.length);
    stack[0] = new StackTraceElement("cuda", worst.kernel(), file(worst), worst.source().line());
    error.setStackTrace(stack);
    throw error;
  }

  private static int rank(Finding finding) {
    int rank = FIRST.indexOf(finding.kind());
    return rank < 0 ? FIRST.size() : rank;
  }

  private static String file(Finding finding) {
    var path = finding.source().file();
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
