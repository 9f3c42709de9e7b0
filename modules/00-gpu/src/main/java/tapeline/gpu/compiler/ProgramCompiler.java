package tapeline.gpu.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tapeline.toolkit.ScratchFolder;

/// A compiler that is a program: `nvcc` of a CUDA toolkit, or `clang` with a prelude of ours.
final class ProgramCompiler implements CudaCompiler {
  /// `clang`, and the versions that have been tried, the newest first.
  private static final List<String> CLANGS =
      Stream.concat(
              Stream.of("clang"),
              IntStream.rangeClosed(13, 22).map(v -> 35 - v).mapToObj(v -> "clang-" + v))
          .toList();

  private static Optional<Path> clang = Optional.empty();

  private final String name;
  private final Tool tool;
  private final Dialect dialect;

  /// A program, and what it has in its environment.
  private record Tool(Path program, Map<String, String> environment) {
    CommandLine.Result run(Path folder, List<String> arguments) {
      var command = new ArrayList<>(List.of(program.toString()));
      command.addAll(arguments);
      return CommandLine.run(folder, command, environment);
    }

    /// Its output and its exit status when it is asked about itself.
    CommandLine.Result asked(String word) {
      try {
        return run(Path.of("."), List.of(word));
      } catch (UncheckedIOException e) {
        var why = Objects.requireNonNull(e.getCause()).getMessage();
        throw new UnusableCompiler("%s does not start: %s".formatted(program, why), e);
      }
    }

    String version(String pattern) {
      var version = Pattern.compile(pattern).matcher(asked("--version").output());
      return version.find() ? Objects.requireNonNull(version.group(1)) : "of unknown version";
    }
  }

  /// The arguments with which a program compiles `source` to `kernel.ptx` in its folder.
  @FunctionalInterface
  private interface Dialect {
    List<String> arguments(Path folder, String source) throws IOException;
  }

  private ProgramCompiler(String name, Tool tool, Dialect dialect) {
    this.name = name + " (" + tool.program + ")";
    this.tool = tool;
    this.dialect = dialect;
  }

  /// `nvcc` of an installed toolkit.
  static Optional<CudaCompiler> nvcc() {
    return nvccProgram().map(ProgramCompiler::nvcc);
  }

  /// The program itself.
  static Optional<Path> nvccProgram() {
    var folders = CommandLine.toolkits().stream().map(t -> t.resolve("bin")).toList();
    return CommandLine.find(List.of("nvcc"), folders);
  }

  private static CudaCompiler nvcc(Path program) {
    var tool = new Tool(program, Map.of());
    var version = tool.version("release (\\d+\\.\\d+)");
    return new ProgramCompiler("nvcc " + version, tool, (_, source) -> nvccArguments(source));
  }

  private static List<String> nvccArguments(String source) {
    var architecture = "-arch=compute_" + CudaSource.ARCHITECTURE;
    return List.of("-ptx", "-lineinfo", architecture, "-o", "kernel.ptx", source);
  }

  /// `clang`, the first that was built with the NVPTX target; Apple's was not.
  ///
  /// @throws UnusableCompiler when there are some, and none was
  static Optional<CudaCompiler> clang() {
    var folders =
        List.of(Path.of("/opt/homebrew/opt/llvm/bin"), Path.of("/usr/local/opt/llvm/bin"));
    return clang(CommandLine.all(CLANGS, folders, Platform.here()).toList());
  }

  /// The program itself, looked for until it is there.
  static synchronized Optional<Path> clangProgram() {
    if (clang.isEmpty()) {
      try {
        clang = clang().map(found -> ((ProgramCompiler) found).tool.program);
      } catch (UnusableCompiler _) {
        // of no use is as good as absent
      }
    }
    return clang;
  }

  /// The first of these that can be used.
  static Optional<CudaCompiler> clang(List<Path> programs) {
    var unusable = new ArrayList<String>();
    for (var program : programs) {
      try {
        return Optional.of(clang(new Tool(program, Map.of())));
      } catch (UnusableCompiler e) {
        unusable.add(e.getMessage());
      }
    }
    if (!unusable.isEmpty()) {
      throw new UnusableCompiler(String.join("; ", unusable));
    }
    return Optional.empty();
  }

  /// `clang` with its libraries beside it. It would find them itself, but not in a cell, where no
  /// program knows where it lies.
  static CudaCompiler clangIn(Path folder) {
    var libraries = Map.of("LD_LIBRARY_PATH", folder.toString());
    return clang(new Tool(folder.resolve("clang"), libraries));
  }

  private static CudaCompiler clang(Tool tool) {
    var targets = tool.asked("--print-targets");
    if (targets.status() != 0) {
      var why = targets.output().lines().findFirst().orElse("");
      throw new UnusableCompiler("%s does not run here: %s".formatted(tool.program, why));
    }
    if (!targets.output().contains("nvptx64")) {
      throw new UnusableCompiler(tool.program + " was built without the target NVPTX");
    }
    var name = "clang " + tool.version("clang version (\\d+\\.\\d+)");
    return new ProgramCompiler(name, tool, ProgramCompiler::clangArguments);
  }

  private static List<String> clangArguments(Path folder, String source) throws IOException {
    Prelude.write(folder);
    var arguments =
        new ArrayList<>(
            List.of(
                "-x",
                "cuda",
                "--cuda-device-only",
                "--cuda-gpu-arch=sm_" + CudaSource.ARCHITECTURE,
                // no toolkit, none of its headers, none of the system's: only the prelude
                "--cuda-path=" + folder,
                "-nocudainc",
                "-nocudalib",
                "-nostdinc",
                "-isystem",
                Prelude.FOLDER,
                "-include",
                Prelude.FOLDER + "/clang_prelude.h",
                "-include",
                Prelude.FOLDER + "/tapeline_std.h",
                "-fdeclspec",
                "-std=c++17",
                "-Wno-unknown-cuda-version",
                "-fno-caret-diagnostics"));
    arguments.addAll(ClangHost.DEVICE);
    arguments.addAll(List.of("-S", "-o", "kernel.ptx", source));
    return arguments;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String compile(CudaSource source) {
    try (var folder = ScratchFolder.of("cuda")) {
      return compile(source, folder.path());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String compile(CudaSource source, Path folder) {
    try {
      Files.writeString(folder.resolve(source.file()), source.text());
      var result = tool.run(folder, dialect.arguments(folder, source.file()));
      if (result.status() != 0) {
        throw new CudaCompileError(
            source, Diagnostics.errors(result.output(), source), result.output());
      }
      return PtxText.tidy(Files.readString(folder.resolve("kernel.ptx")), source);
    } catch (IOException e) {
      throw new UncheckedIOException("compiling " + source.file() + " by " + name, e);
    }
  }
}
