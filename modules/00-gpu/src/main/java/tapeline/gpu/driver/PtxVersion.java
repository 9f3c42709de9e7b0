package tapeline.gpu.driver;

import java.util.regex.Pattern;

/// The version of the PTX language that a text claims (`.version 9.0`), and the newest that a
/// driver takes.
///
/// A compiler stamps its own newest version on all it makes. Course kernels need 6.3 (for `sm_75`),
/// so the stamp can be lowered for a driver that is older than the compiler.
public final class PtxVersion {
  private PtxVersion() {}

  private static final Pattern VERSION = Pattern.compile("(?m)^\\s*\\.version\\s+(\\d+)\\.(\\d+)");
  private static final Pattern INLINED =
      Pattern.compile("(?m)^(\\s*\\.loc\\s+\\d+\\s+\\d+\\s+\\d+),.*$");
  private static final int INLINED_SINCE = 72;

  /// Ten times the newest version that a driver takes.
  ///
  /// @param driver as `cuDriverGetVersion` says it: 12040 is CUDA 12.4
  /// @see <a href="https://docs.nvidia.com/cuda/parallel-thread-execution/#release-notes">PTX
  ///   release notes</a>
  public static int newest(int driver) {
    int major = driver / 1000;
    int minor = driver % 1000 / 10;
    return switch (major) {
      case 10 -> 63 + minor;
      case 11 -> 70 + minor;
      case 12 -> 80 + (minor <= 5 ? minor : minor - 1);
      default -> major < 10 ? 62 : 90 + 10 * (major - 13) + minor;
    };
  }

  /// Ten times the version that a PTX text claims.
  public static int of(String ptx) {
    var version = VERSION.matcher(ptx);
    if (!version.find()) {
      throw new IllegalArgumentException("PTX starts with .version, and this text has none");
    }
    return 10 * Integer.parseInt(version.group(1)) + Integer.parseInt(version.group(2));
  }

  /// The text with its claim lowered to `newest`, or as it is where it claims no more. Below 7.2
  /// the remarks on what was inlined where go: they came with it.
  public static String clamp(String ptx, int newest) {
    if (of(ptx) <= newest) {
      return ptx;
    }
    var stamp = ".version %d.%d".formatted(newest / 10, newest % 10);
    var lowered = VERSION.matcher(ptx).replaceFirst(stamp);
    return newest < INLINED_SINCE ? INLINED.matcher(lowered).replaceAll("$1") : lowered;
  }
}
