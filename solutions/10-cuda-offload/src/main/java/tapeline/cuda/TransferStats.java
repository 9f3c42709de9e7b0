package tapeline.cuda;

import java.util.Locale;

/// A backend's transfers between Java and the GPU so far.
///
/// Both ways go over the bus, 10 to 60 GB/s, where the card's own memory has 300 to 8000.
///
/// @param uploads copies to the GPU
/// @param bytesUp what they moved
/// @param downloads copies back
/// @param bytesDown what they moved
/// @param launches kernels that worked on it
public record TransferStats(
    int uploads, long bytesUp, int downloads, long bytesDown, int launches) {

  /// Bytes both ways.
  public long bytes() {
    return bytesUp + bytesDown;
  }

  /// The transfers since.
  public TransferStats since(TransferStats earlier) {
    return new TransferStats(
        uploads - earlier.uploads,
        bytesUp - earlier.bytesUp,
        downloads - earlier.downloads,
        bytesDown - earlier.bytesDown,
        launches - earlier.launches);
  }

  /// `3 uploads of 1,200 bytes, 1 download of 400 bytes, 2 launches`
  @Override
  public String toString() {
    return "%s of %s, %s of %s, %s"
        .formatted(
            count(uploads, "upload"),
            count(bytesUp, "byte"),
            count(downloads, "download"),
            count(bytesDown, "byte"),
            count(launches, "launch"));
  }

  private static String count(long n, String what) {
    var plural = what.endsWith("h") ? "es" : "s";
    return String.format(Locale.ROOT, "%,d %s%s", n, what, n == 1 ? "" : plural);
  }
}
