package tapeline.gpu.program;

import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tapeline.gpu.GpuException;
import tapeline.gpu.NoGpu;
import tapeline.gpu.compiler.HostLines;
import tapeline.gpu.compiler.NoCudaCompiler;
import tapeline.gpu.compiler.ProgramBuild;
import tapeline.gpu.driver.CudaGpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.gpu.emulator.replay.RaceReplay;
import tapeline.toolkit.ScratchFolder;

/// Runs a whole CUDA program, `main` and kernels, on the emulator, and says what is wrong with it;
/// or on a card.
///
/// The program is a process of its own: what it prints goes to this one's output, and a crash of it
/// costs nothing else. The words may stand in the environment variable `TAPELINE_WORDS`, one a
/// line.
public final class CudaRun {
  private static final int TIMED_OUT = 124;

  private final RunOptions options;
  private final PrintStream out;
  private final RunReport report = new RunReport();

  CudaRun(RunOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  static void main(String[] arguments) throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of(arguments));
    System.getenv().getOrDefault("TAPELINE_WORDS", "").lines().forEach(words::add);
    System.exit(run(words, Path.of(System.getenv().getOrDefault("TAPELINE_DIR", "")), System.out));
  }

  /// Builds and runs a program, and returns the exit status: the program's own; 1 where that is 0
  /// and there are mistakes, or where the program cannot be built; 2 for wrong words.
  ///
  /// @param from the folder that paths are relative to
  /// @param out takes what the program prints, and what is wrong with it
  public static int run(List<String> words, Path from, PrintStream out)
      throws IOException, InterruptedException {
    return run(words, from, out, _ -> {});
  }

  /// Builds and runs a program, and gives `replays` the races that were run again, which
  /// [tapeline.gpu.chart.ReplayChart] draws.
  public static int run(
      List<String> words, Path from, PrintStream out, Consumer<RaceReplay> replays)
      throws IOException, InterruptedException {
    try {
      var run = new CudaRun(RunOptions.of(words, from.toAbsolutePath()), out);
      int status = run.run();
      run.report.replays().forEach(replays);
      return status;
    } catch (NoCudaCompiler | GpuException e) {
      out.println(e.getMessage());
      return 1;
    } catch (NoGpu e) {
      out.println("--card: there is no card: " + e.why());
      return 1;
    } catch (IllegalArgumentException e) {
      out.println(e.getMessage());
      out.print(RunOptions.USAGE);
      return 2;
    }
  }

  private int run() throws IOException, InterruptedException, NoGpu {
    if (options.help()) {
      out.print(RunOptions.USAGE);
      return 0;
    }
    var emulator = emulator();
    var json = options.json();
    if (json.isPresent() && !Files.isDirectory(json.get().toAbsolutePath().resolveSibling(""))) {
      throw new IllegalArgumentException("--json: there is no folder for " + json.get());
    }
    for (var source : options.sources()) {
      if (!Files.isRegularFile(source)) {
        throw new IllegalArgumentException("there is no file " + source);
      }
    }
    try (var folder = ScratchFolder.of("cuda-run")) {
      var built =
          new ProgramBuild(folder.path(), options.flags(), options.compiler())
              .build(options.sources(), options.architecture());
      out.print(built.output());
      if (!built.built()) {
        return 1;
      }
      var socket = folder.path().resolve("device");
      if (!options.onCard()) {
        return run(built.program(), socket, emulator);
      }
      try (var card = CudaGpu.open()) {
        out.println("tapeline: on " + card.name());
        return run(built.program(), socket, new CardMemory(card, CardMemory.BYTES));
      }
    }
  }

  /// Returns the device that the options ask for.
  EmulatedGpu emulator() {
    return options.card().isEmpty()
        ? EmulatedGpu.of(options.capability())
        : EmulatedGpu.like(options.card());
  }

  /// Runs a program that is built.
  ///
  /// @param socket where there is no file yet
  int run(Path program, Path socket, EmulatedGpu device) throws IOException, InterruptedException {
    device
        .mode(options.mode())
        .seconds(options.blockSeconds())
        .checkedBlocks(options.checkedBlocks())
        .once();
    if (options.replay()) {
      device.replay(report::isNew, EmulatedGpu.REPLAY_JUMPS);
    }
    return run(program, socket, new EmulatedMemory(device));
  }

  /// Runs the program on a device with this memory and returns its exit status.
  int run(Path program, Path socket, DeviceMemory memory) throws IOException, InterruptedException {
    try (var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listening.bind(UnixDomainSocketAddress.of(socket));
      var lines = new HostLines(program, options.sources());
      var requests = new DeviceRequests(memory, report, lines, options.mode() == Mode.RACES);
      var server = new DeviceServer(requests);
      var serving =
          Thread.ofPlatform().daemon().name("device").start(() -> serve(server, listening));
      int status = host(program, socket);
      listening.close();
      serving.join(TimeUnit.SECONDS.toMillis(1));
      if (options.mode() == Mode.RACES && status != TIMED_OUT) {
        for (var leak : requests.leaks()) {
          report.mistake(leak);
          out.println("tapeline: " + leak.message());
        }
      }
      return say(status);
    }
  }

  private void serve(DeviceServer server, ServerSocketChannel listening) {
    try (var channel = listening.accept()) {
      server.serve(channel);
    } catch (IOException _) {
      // the program has ended in the middle of a request, or never asked
    } catch (RuntimeException | OutOfMemoryError e) {
      out.println("tapeline: the device failed: " + e);
      report.mistake(Mistake.of("device", Optional.empty(), e.toString()));
    }
  }

  private int host(Path program, Path socket) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(options.arguments());
    var builder =
        new ProcessBuilder(command)
            .directory(options.folder().toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().put("TAPELINE_DEVICE", socket.toString());
    var process = builder.start();
    var printing = Thread.ofPlatform().daemon().start(() -> copy(process));
    try {
      if (!process.waitFor(options.seconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        out.println(
            "tapeline: the program has not ended after %d seconds; --limit gives it more"
                .formatted(options.seconds()));
        return TIMED_OUT;
      }
      printing.join();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private void copy(Process process) {
    try (var printed = process.getInputStream()) {
      var buffer = new byte[1 << 13];
      for (int n = printed.read(buffer); n >= 0; n = printed.read(buffer)) {
        out.write(buffer, 0, n);
        out.flush();
      }
    } catch (IOException _) {
      // it was ended
    }
  }

  /// The text of a file that the compiler names: one of the sources, or beside one of them.
  private String source(String file) {
    for (var source : options.sources()) {
      var path = source.resolveSibling(file);
      if (Files.isRegularFile(path)) {
        try {
          return Files.readString(path);
        } catch (IOException _) {
          return ""; // its lines are shown by their numbers
        }
      }
    }
    return "";
  }

  private int say(int status) throws IOException {
    if (options.counts()) {
      out.print(report.tables(this::source, options.card()));
    }
    if (options.json().isPresent()) {
      var text = report.json(status).toPrettyString();
      Files.writeString(options.json().get(), text + System.lineSeparator());
    }
    out.println(
        "tapeline: " + report.summary(options.mode() == Mode.RACES, options.checkedBlocks()));
    return status == 0 && report.mistakes() > 0 ? 1 : status;
  }
}
