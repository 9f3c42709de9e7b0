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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tapeline.gpu.compiler.ProgramBuild;
import tapeline.gpu.emulator.EmulatedGpu;

/// Many programs built as one, which costs little more than to build one of them: each is a file of
/// its own in a namespace of its own, and an argument says which is to run. `main` stands last in
/// each, and names in what a run prints are without the namespace. Where a function of one of them
/// makes the order of blocks matter, blocks of all run one after the other, and all are checked.
final class ProgramsTogether {
  private static final String ALL = "all.cu";
  private static final Pattern MACRO = Pattern.compile("(?m)^ *# *define +(\\w+)");

  private final Path folder;
  private final String architecture;
  private final List<String> names = new ArrayList<>();
  private int runs;
  private final Set<String> begin = new LinkedHashSet<>();
  private final StringBuilder parts = new StringBuilder();
  private final Map<String, Path> built = new LinkedHashMap<>(); // by compiler

  /// Begins without programs; they are built for compute capability 8.0.
  ProgramsTogether(Path folder) {
    this(folder, "sm_80");
  }

  ProgramsTogether(Path folder, String architecture) {
    this.folder = folder;
    this.architecture = architecture;
  }

  /// Puts a text before all programs, which use what it declares.
  void begin(String text) {
    begin.add(text);
  }

  /// Adds a program, and defines these macros for it, such as `N=3`.
  void add(String name, String file, String text, String... macros) throws IOException {
    int number = names.size();
    var path = folder.resolve("p" + number).resolve(file);
    Files.createDirectories(path.getParent());
    // only a function called main may end without a return
    Files.writeString(path, text.replaceFirst("\\}\\s*$", "return 0; }\n"));
    text.lines().filter(line -> line.startsWith("#include <")).forEach(begin::add);
    for (var macro : macros) {
      parts.append("#define %s\n".formatted(macro.replace('=', ' ')));
    }
    parts.append("namespace p%d {\n#include \"p%d/%s\"\n}\n".formatted(number, number, file));
    Stream.concat(
            Stream.of(macros).map(macro -> macro.replaceFirst("=.*", "")),
            MACRO.matcher(text).results().map(found -> found.group(1)))
        .forEach(macro -> parts.append("#undef %s\n".formatted(macro)));
    names.add(name);
  }

  /// Returns whether one has this name.
  boolean has(String name) {
    return names.contains(name);
  }

  /// The outcome of one of them under `--check`.
  ProgramRun check(String name, String compiler) throws IOException, InterruptedException {
    return run(name, compiler, "--check");
  }

  /// Returns the outcome of one of them with these words of `cuda run`, which change nothing of the
  /// build.
  ProgramRun run(String name, String compiler, String... words)
      throws IOException, InterruptedException {
    return run(
        name, compiler, (run, program, socket) -> run.run(program, socket, run.emulator()), words);
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
    var words = new ArrayList<>(List.of(ALL, "--compiler", compiler, "-arch", architecture));
    words.addAll(List.of(options));
    if (!words.contains("--")) {
      words.add("--");
    }
    words.add(words.indexOf("--") + 1, "" + number);
    var read = RunOptions.of(words, folder);
    var out = new ByteArrayOutputStream();
    var run = new CudaRun(read, new PrintStream(out, true, StandardCharsets.UTF_8));
    int status = device.run(run, program(read), folder.resolve("device" + runs++));
    var said = out.toString(StandardCharsets.UTF_8).replaceAll("\\bp\\d+::", "");
    return new ProgramRun(status, said);
  }

  private Path program(RunOptions options) throws IOException {
    var there = built.get(options.compiler());
    if (there != null) {
      return there;
    }
    Files.writeString(folder.resolve(ALL), text());
    var place = Files.createTempDirectory(folder, options.compiler());
    var done =
        new ProgramBuild(place, List.of(), options.compiler())
            .build(options.sources(), architecture);
    assertThat(done.built()).as(done.output()).isTrue();
    built.put(options.compiler(), done.program());
    return done.program();
  }

  private String text() {
    var cases = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      cases.append("case %d: return call(p%d::program, n - 1, words + 1);\n".formatted(i, i));
    }
    return """
    %s
    #define main program
    %s
    #undef main
    static int call(int (*program)(), int, char **) { return program(); }
    static int call(int (*program)(int, char **), int n, char **words) { return program(n, words); }
    int main(int n, char **words) {
      switch (atoi(words[1])) {
    %s}
      return -1;
    }
    """
        .formatted(String.join("\n", begin), parts, cases);
  }
}
