package tapeline.gpu.emulator.replay;

import tapeline.gpu.emulator.execute.NthAccess;
import tapeline.gpu.ptx.KernelLine;

/// An access to the place that a race is about.
///
/// @param barriers how many barriers its block had passed
/// @param verb `reads`, `writes` or `updates`
/// @param value what was read or written; empty of an update
public record Touch(NthAccess access, int barriers, KernelLine line, String verb, String value) {

  /// `warp 1`, or `lane 8 of warp 1`, and of which block where the grid has more than one.
  String who(boolean manyBlocks) {
    return (access.lane() < 0 ? "" : "lane %d of ".formatted(access.lane()))
        + "warp "
        + access.warp()
        + (manyBlocks ? " of block " + access.block() : "");
  }

  /// `line 7 (writes)`
  String place() {
    return "line %d (%s)".formatted(line.line(), verb);
  }

  /// `7: writes 64`, the number being the line's.
  public String label() {
    return "%d: %s%s".formatted(line.line(), verb, value.isEmpty() ? "" : " " + value);
  }
}
