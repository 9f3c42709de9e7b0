package tapeline.gpu.program;

import java.util.Optional;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.ptx.KernelLine;

/// Something wrong with a program.
///
/// @param kind in a few words, the same for all of its kind
/// @param source the line of a kernel or of host code; [KernelLine#UNKNOWN] where there is none
/// @param finding of a kernel; empty where host code is wrong
/// @param message as it is printed
record Mistake(String kind, KernelLine source, Optional<Finding> finding, String message) {
  static Mistake of(Finding finding) {
    return new Mistake(
        finding.kind().toString(), finding.source(), Optional.of(finding), finding.toString());
  }

  /// Returns a mistake of host code.
  static Mistake of(String kind, Optional<KernelLine> source, String words) {
    return new Mistake(
        kind,
        source.orElse(KernelLine.UNKNOWN),
        Optional.empty(),
        source.map(line -> line + ": ").orElse("") + words);
  }

  /// Returns a key for reports: of several mistakes with one key, the first is enough.
  String key() {
    return finding.map(f -> f.kind() + " " + f.source()).orElse(message);
  }
}
