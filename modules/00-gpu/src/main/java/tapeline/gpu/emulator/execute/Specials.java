package tapeline.gpu.emulator.execute;

import java.util.regex.Pattern;
import tapeline.gpu.Dim3;
import tapeline.gpu.ptx.Refusal;

/// The special registers: who a thread is, and how large the launch.
public final class Specials {
  private static final Pattern KNOWN =
      Pattern.compile(
          "%(n?tid|n?ctaid)\\.[xyz]|%laneid|%n?warpid|%lanemask_(eq|lt|le|gt|ge)|%n?smid|%gridid"
              + "|%(dynamic|total)_smem_size|%envreg[12]|%clock.*|%globaltimer.*");

  private Specials() {}

  /// Refuses a name that [#value] does not know, before anything runs.
  static void check(String name) {
    if (!KNOWN.matcher(name).matches()) {
      throw new IllegalArgumentException("the special register " + name + " " + Refusal.of(name));
    }
  }

  static long value(String name, Warp warp, int lane) {
    var launch = warp.block.launch;
    Dim3 block = launch.block();
    Dim3 grid = launch.grid();
    int thread = 32 * warp.id + lane;
    return switch (name) {
      case "%tid.x" -> thread % block.x();
      case "%tid.y" -> thread / block.x() % block.y();
      case "%tid.z" -> thread / block.x() / block.y();
      case "%ntid.x" -> block.x();
      case "%ntid.y" -> block.y();
      case "%ntid.z" -> block.z();
      case "%ctaid.x" -> warp.block.position.x();
      case "%ctaid.y" -> warp.block.position.y();
      case "%ctaid.z" -> warp.block.position.z();
      case "%nctaid.x" -> grid.x();
      case "%nctaid.y" -> grid.y();
      case "%nctaid.z" -> grid.z();
      case "%laneid" -> lane;
      case "%warpid" -> warp.id;
      case "%nwarpid" -> (warp.block.launch.threads() + 31) / 32;
      case "%lanemask_eq" -> 1L << lane;
      case "%lanemask_lt" -> (1L << lane) - 1;
      case "%lanemask_le" -> (2L << lane) - 1;
      case "%lanemask_gt" -> 0xffffffffL & -(2L << lane);
      case "%lanemask_ge" -> 0xffffffffL & -(1L << lane);
      case "%smid", "%gridid" -> 0;
      case "%nsmid" -> 1;
      case "%envreg1" -> launch.gridWorkspace() >>> 32; // as the driver hands it to grid.sync()
      case "%envreg2" -> launch.gridWorkspace() & 0xffffffffL;
      case "%dynamic_smem_size" -> launch.dynamicShared();
      case "%total_smem_size" -> warp.block.shared.length;
      default -> throw new IllegalArgumentException(name + " has no value");
    };
  }

  /// Returns whether a special register differs from block to block.
  static boolean isPosition(String name) {
    return name.startsWith("%ctaid");
  }

  /// Returns whether a special register is a clock. The emulator's clock advances by 64 at each
  /// jump of a block: it is monotonic, and a wait for a card's millisecond ends long before it
  /// counts as an endless loop.
  public static boolean isClock(String name) {
    return name.startsWith("%clock") || name.startsWith("%globaltimer");
  }
}
