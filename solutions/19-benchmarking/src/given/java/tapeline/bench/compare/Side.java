package tapeline.bench.compare;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tapeline.toolkit.ProcessorClock;

/// A running JVM of one side, seen from the parent.
final class Side implements AutoCloseable {
  /// With `-Xbatch` compilation waits for nothing and shares the processor with no other thread:
  /// identical code in two JVMs then differs by 0.5 % (standard deviation), and without it by 6.5
  /// %.
  private static final List<String> FLAGS =
      List.of("-Xbatch", "-XX:+UseSerialGC", "-Xms256m", "-Xmx256m", "-XX:-UsePerfData");

  /// The variable whose length is a side's padding.
  static final String PADDING = "TAPELINE_PADDING";

  private final Contender contender;
  private final Process process;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final ProcessorClock clock;

  /// @param harness where the [Child] is found: the same for every contender
  /// @param equal what the commands of both sides have in common
  /// @param padding bytes more in the environment, and in the heap. Where a stack begins depends on
  ///   the length of what lies above it, file names included, which can be worth some percent
  ///   (Mytkowicz et al., ASPLOS 2009), and where an array lies on what was allocated before it:
  ///   drawn for each fork, that is noise, and favours neither side
  Side(Contender contender, Path harness, SideCommand equal, int padding) throws IOException {
    this.contender = contender;
    var command = new ArrayList<>(contender.launcher());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(equal.flags(contender));
    command.addAll(List.of("-cp", equal.classPath(contender, harness)));
    command.add(Child.class.getName());
    command.add(contender.workload());
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put(PADDING, "x".repeat(padding));
    process = builder.start();
    in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
    out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    clock = new ProcessorClock(process.toHandle());
  }

  /// A turn on a fresh input.
  ///
  /// @throws IOException when the child has ended
  Turn turn(long seed, int units) throws IOException {
    try {
      out.writeInt(units);
      out.writeLong(seed);
      out.flush();
      in.readBoolean();
      out.writeBoolean(true);
      out.flush();
      double result = in.readDouble();
      return new Turn(in.readLong(), in.readLong(), result);
    } catch (EOFException e) {
      throw new IOException(contender.name() + " has ended before its turn was over", e);
    }
  }

  /// The processor time that its process has used so far, its garbage collector and compiler
  /// included.
  long cpuNanos() {
    return clock.nanos();
  }

  @Override
  public void close() {
    try {
      out.writeInt(0);
      out.flush();
      if (process.waitFor(2, TimeUnit.SECONDS)) {
        return;
      }
    } catch (IOException _) {
      // it has ended already
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
