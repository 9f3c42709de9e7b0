package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tapeline.gpu.compiler.ProgramBuild;
import tapeline.gpu.emulator.EmulatedGpu;

/// Many programs built as one, which costs little more than to build one of them: each is a file of
/// its own in a namespace of its own, and an argument says which is to run.
final class ProgramsTogether {
  private static final String ALL = "all.cu";

  private final Path folder;
  private final List<String> names = new ArrayList<>();
  private int runs;
  private final Set<String> includes = new LinkedHashSet<>();
  private final StringBuilder parts = new StringBuilder();
  private final Map<String, Path> built = new LinkedHashMap<>(); // by compiler

  ProgramsTogether(Path folder) {
    this.folder = folder;
  }

  /// Adds a program whose `main` takes no arguments and returns.
  void add(String name, String file, String text) throws IOException {
    int number = names.size();
    var path = folder.resolve("p" + number).resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    text.lines().filter(line -> line.startsWith("#include <")).forEach(includes::add);
    parts.append("namespace p%d {\n#include \"p%d/%s\"\n}\n".formatted(number, number, file));
    names.add(name);
  }

  /// The outcome of one of them under `--check`.
  ProgramRun check(String name, String compiler) throws IOException, InterruptedException {
    return run(
        name,
        compiler,
        (run, program, socket) -> run.run(program, socket, new EmulatedGpu()),
        "--check");
  }

  /// The outcome of one of them in a card's memory, the emulator being the card.
  ProgramRun onCard(String name, String compiler) throws IOException, InterruptedException {
    return in(new CardMemory(new EmulatedGpu(), 1 << 28), name, compiler);
  }

  /// Returns the outcome of one of them in this memory.
  ProgramRun in(DeviceMemory memory, String name, String compiler)
      throws IOException, InterruptedException {
    return run(name, compiler, (run, program, socket) -> run.run(program, socket, memory));
  }

  /// Runs a program that is built.
  private interface Device {
    int run(CudaRun run, Path program, Path socket) throws IOException, InterruptedException;
  }

  private ProgramRun run(String name, String compiler, Device device, String... options)
      throws IOException, InterruptedException {
    int number = names.indexOf(name);
    assertThat(number).as(name).isNotNegative();
    var words = new ArrayList<>(List.of(ALL, "--compiler", compiler, "-arch", "sm_80"));
    words.addAll(List.of(options));
    words.addAll(List.of("--", "" + number));
    var read = RunOptions.of(words, folder);
    var out = new ByteArrayOutputStream();
    var run = new CudaRun(read, new PrintStream(out, true, StandardCharsets.UTF_8));
    int status = device.run(run, program(read), folder.resolve("device" + runs++));
    return new ProgramRun(status, out.toString(StandardCharsets.UTF_8));
  }

  private Path program(RunOptions options) throws IOException {
    var there = built.get(options.compiler());
    if (there != null) {
      return there;
    }
    Files.writeString(folder.resolve(ALL), text());
    var place = Files.createTempDirectory(folder, options.compiler());
    var done =
        new ProgramBuild(place, options.flags(), options.compiler())
            .build(options.sources(), options.architecture());
    assertThat(done.built()).as(done.output()).isTrue();
    built.put(options.compiler(), done.program());
    return done.program();
  }

  private String text() {
    var mains = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      mains.append("p%d::program, ".formatted(i));
    }
    return """
    %s
    #define main program
    %s
    #undef main
    int main(int, char **arguments) {
      int (*programs[])() = {%s};
      return programs[atoi(arguments[1])]();
    }
    """
        .formatted(String.join("\n", includes), parts, mains);
  }
}
