package tapeline.laboratory.suite;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import tapeline.bench.Meter;

/// A JVM that times all entries of a suite once, in an order of its own.
///
/// A process has its luck: where its code and data lie, what the compiler decided. Its runs all
/// share it, so what varies from fork to fork is seen only with several.
final class SuiteFork {
  private static final List<String> FLAGS =
      List.of("-Xbatch", "-XX:+UseSerialGC", "-Xms256m", "-Xmx256m", "-XX:-UsePerfData");
  private static final int MILLIS = 200;

  private SuiteFork() {}

  /// Runs fork number `fork` of a suite in a JVM of its own, and hands on each time as it comes.
  ///
  /// @throws IOException when the JVM cannot be started, or fails
  static void run(StandardSuite suite, int fork, Consumer<ForkTime> times) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(
        List.of("-Dstdout.encoding=UTF-8", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SuiteFork.class.getName(), suite.name(), "" + fork));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      lines.lines().map(ForkTime::fromLine).forEach(times);
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException("fork %d of the %s suite ended with %d".formatted(fork, suite, code));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.destroy();
    }
  }

  /// The fork itself: a line of JSON for each time.
  ///
  /// @param args the suite, and the fork's number
  static void main(String[] args) {
    var out = System.out;
    System.setOut(new PrintStream(System.err, true));
    var timer = new PassTimer(MILLIS, Meter.ofMachine(), FLAGS);
    int fork = Integer.parseInt(args[1]);
    times(StandardSuite.valueOf(args[0]).entries(), fork, timer, t -> out.println(t.toLine()));
  }

  /// Times all phases of the entries, entries and phases in an order drawn for this fork.
  static void times(List<SuiteEntry> entries, int fork, PassTimer timer, Consumer<ForkTime> times) {
    var random = new Random(fork);
    var order = new ArrayList<>(entries);
    Collections.shuffle(order, random);
    for (var entry : order) {
      var phases = new ArrayList<>(List.of(Phase.values()));
      Collections.shuffle(phases, random);
      for (var phase : phases) {
        times.accept(new ForkTime(fork, phase, timer.time(entry, phase)));
      }
    }
  }
}
