package tapeline.instructor.sandbox;

/// The most that a sandboxed process can take. Where it takes more, it fails or is ended.
///
/// @param cpuSeconds of processor time, all threads together
/// @param addressBytes of address space; a JVM reserves some 3 GiB beside its heap
/// @param threads of its user, all processes together; where the user is the caller, beside those
///   that there are
/// @param fileBytes of a file that it writes
/// @param tmpBytes of its `/tmp`, which is memory
/// @param openFiles at a time
public record Limits(
    int cpuSeconds, long addressBytes, int threads, long fileBytes, long tmpBytes, int openFiles) {
  /// For a class's homework: a minute and a half of processor time, 4 GiB, 128 threads.
  public static final Limits HOMEWORK = new Limits(90, 4L << 30, 128, 32 << 20, 16 << 20, 256);

  public Limits {
    if (cpuSeconds < 1
        || addressBytes < 1
        || threads < 1
        || fileBytes < 1
        || tmpBytes < 1
        || openFiles < 1) {
      throw new IllegalArgumentException(
          "a limit is at least 1: got %d s, %d bytes of addresses, %d threads, files of %d bytes, %d"
                  .formatted(cpuSeconds, addressBytes, threads, fileBytes, tmpBytes)
              + " bytes of /tmp, %d open files".formatted(openFiles));
    }
  }
}
