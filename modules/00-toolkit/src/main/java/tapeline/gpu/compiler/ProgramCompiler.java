package tapeline.gpu.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/// A compiler that is a program: `nvcc` of a CUDA toolkit, or `clang` with a prelude of ours.
final class ProgramCompiler implements CudaCompiler {
  private static final List<String> CLANGS =
      List.of(
          "clang",
          "clang-21",
          "clang-20",
          "clang-19",
          "clang-18",
          "clang-17",
          "clang-16",
          "clang-15",
          "clang-14");

  private final String name;
  private final Path program;
  private final Dialect dialect;

  /// What to say to a program so that it compiles `source` to `kernel.ptx` in its folder.
  @FunctionalInterface
  private interface Dialect {
    List<String> arguments(Path folder, String source) throws IOException;
  }

  private ProgramCompiler(String name, Path program, Dialect dialect) {
    this.name = name + " (" + program + ")";
    this.program = program;
    this.dialect = dialect;
  }

  /// `nvcc` of an installed toolkit.
  static Optional<CudaCompiler> nvcc() {
    var folders = CommandLine.toolkits().stream().map(t -> t.resolve("bin")).toList();
    return CommandLine.find(List.of("nvcc"), folders).map(ProgramCompiler::nvcc);
  }

  private static CudaCompiler nvcc(Path program) {
    var version = version(program, "release (\\d+\\.\\d+)");
    return new ProgramCompiler("nvcc " + version, program, (_, source) -> nvccArguments(source));
  }

  private static List<String> nvccArguments(String source) {
    var architecture = "-arch=compute_" + CudaSource.ARCHITECTURE;
    return List.of("-ptx", "-lineinfo", architecture, "-o", "kernel.ptx", source);
  }

  /// `clang`, if it was built with the NVPTX target; Apple's was not.
  static Optional<CudaCompiler> clang() {
    var folders =
        List.of(Path.of("/opt/homebrew/opt/llvm/bin"), Path.of("/usr/local/opt/llvm/bin"));
    return CommandLine.find(CLANGS, folders).flatMap(ProgramCompiler::clang);
  }

  static Optional<CudaCompiler> clang(Path program) {
    var targets = CommandLine.run(Path.of("."), List.of(program.toString(), "--print-targets"));
    if (!targets.output().contains("nvptx64")) {
      return Optional.empty();
    }
    var version = version(program, "clang version (\\d+\\.\\d+)");
    return Optional.of(
        new ProgramCompiler("clang " + version, program, ProgramCompiler::clangArguments));
  }

  private static List<String> clangArguments(Path folder, String source) throws IOException {
    Prelude.write(folder);
    return List.of(
        "-x",
        "cuda",
        "--cuda-device-only",
        "--cuda-gpu-arch=sm_" + CudaSource.ARCHITECTURE,
        // no toolkit, none of its headers, none of the system's: the prelude is all there is
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
        "-O3",
        "-gline-directives-only",
        "-Xclang",
        "-target-feature",
        "-Xclang",
        "+ptx70",
        "-fno-caret-diagnostics",
        "-S",
        "-o",
        "kernel.ptx",
        source);
  }

  private static String version(Path program, String pattern) {
    var result = CommandLine.run(Path.of("."), List.of(program.toString(), "--version"));
    var version = Pattern.compile(pattern).matcher(result.output());
    return version.find() ? Objects.requireNonNull(version.group(1)) : "of unknown version";
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String compile(CudaSource source) {
    return CommandLine.inTemporaryFolder(folder -> compile(source, folder));
  }

  private String compile(CudaSource source, Path folder) {
    try {
      Files.writeString(folder.resolve(source.file()), source.text());
      var command = new ArrayList<>(List.of(program.toString()));
      command.addAll(dialect.arguments(folder, source.file()));
      var result = CommandLine.run(folder, command);
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
