package tapeline.cuda;

/// Counts what moves between Java and the GPU.
final class TransferMeter {
  private int uploads;
  private long bytesUp;
  private int downloads;
  private long bytesDown;

  void up(long bytes) {
    uploads++;
    bytesUp += bytes;
  }

  void down(long bytes) {
    downloads++;
    bytesDown += bytes;
  }

  /// The transfers so far, for so many launches.
  TransferStats read(int launches) {
    return new TransferStats(uploads, bytesUp, downloads, bytesDown, launches);
  }
}
