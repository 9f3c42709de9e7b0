package tapeline.tests.cuda;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.ptx.KernelLine;

/// The mistakes that the emulator has found in a kernel, as a learner reads them: the worst in
/// full, and where there is more.
final class Mistakes {
  /// A race says which two threads should have waited, what is read too early only that one should.
  private static final List<FaultKind> FIRST =
      List.of(FaultKind.SHARED_RACE, FaultKind.GLOBAL_RACE, FaultKind.WARP_RACE);

  private Mistakes() {}

  /// @throws AssertionError when there are any; its stack begins at the worst one's line
  static void refuse(String what, List<Finding> findings) {
    if (!findings.isEmpty()) {
      var sorted = findings.stream().sorted(Comparator.comparingInt(Mistakes::rank)).toList();
      var worst = sorted.getFirst();
      var text = new StringBuilder("[%s]\n%s".formatted(what, worst));
      for (var other : sorted.subList(1, sorted.size())) {
        text.append("\nalso %s: %s".formatted(other.source(), other.kind()));
      }
      throw at(worst.source(), worst.kernel(), text.toString());
    }
  }

  /// A failure whose stack begins at a kernel's line.
  static AssertionError at(KernelLine line, String kernel, String text) {
    var error = new AssertionError(text);
    var stack = new ArrayList<>(List.of(error.getStackTrace()));
    var file = line.file().substring(line.file().lastIndexOf('/') + 1);
    stack.addFirst(new StackTraceElement("cuda", kernel, file, line.line()));
    error.setStackTrace(stack.toArray(StackTraceElement[]::new));
    return error;
  }

  private static int rank(Finding finding) {
    int rank = FIRST.indexOf(finding.kind());
    return rank < 0 ? FIRST.size() : rank;
  }
}
