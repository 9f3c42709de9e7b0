package tapeline.laboratory.validation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// A process that disturbs: two threads that work in bursts, 30 ms on average, and pause for 90 ms,
/// each burst through 8 MiB of memory. A machine that others use is like this.
///
/// It ends when it is closed, and when the process that started it ends, however that does: its
/// input is then at its end.
public final class Neighbour implements AutoCloseable {
  private static final double BURST = 30e6;
  private static final double PAUSE = 90e6;

  private final Process process;

  private Neighbour(Process process) {
    this.process = process;
  }

  /// Starts one.
  ///
  /// @param classes the folder of this class
  public static Neighbour start(Path classes) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new Neighbour(
        new ProcessBuilder(
                java,
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes.toString(),
                Neighbour.class.getName())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /// The process, for those who want to know whether it lives, and how much it works.
  public ProcessHandle process() {
    return process.toHandle();
  }

  /// @throws IOException when it has ended, and disturbs no more
  void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new IOException(
          "the noisy neighbour has ended with %d: the last fork does not count"
              .formatted(process.exitValue()));
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException _) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  static void main() throws IOException {
    for (int i = 0; i < 2; i++) {
      var thread = new Thread(Neighbour::disturb);
      thread.setDaemon(true);
      thread.start();
    }
    System.in.transferTo(java.io.OutputStream.nullOutputStream()); // until the parent process ends
  }

  private static void disturb() {
    var random = new Random();
    var memory = new long[1 << 20];
    try {
      while (!Thread.currentThread().isInterrupted()) {
        long end = System.nanoTime() + (long) (-BURST * Math.log(1 - random.nextDouble()));
        while (System.nanoTime() < end) {
          for (int i = 0; i < memory.length; i += 8) {
            memory[i] += i;
          }
        }
        TimeUnit.NANOSECONDS.sleep((long) (-PAUSE * Math.log(1 - random.nextDouble())));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
