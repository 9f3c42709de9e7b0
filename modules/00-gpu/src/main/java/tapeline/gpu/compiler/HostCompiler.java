package tapeline.gpu.compiler;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// A compiler of whole CUDA programs, in its own words.
interface HostCompiler {
  Path program();

  /// The commands that make an object of a source, kernels and host code.
  ///
  /// @param number of the source, for the names of what is made besides
  /// @param architecture as `sm_75`
  /// @param run runs the program with these arguments; false ends it
  boolean compile(
      Path source, int number, String architecture, Path object, Predicate<List<String>> run)
      throws IOException;

  /// The words before the runtime's source.
  List<String> runtime();

  /// The words before the objects of a program.
  List<String> link();

  /// The chosen one, or the first that is there, for programs built in this folder.
  ///
  /// @param word `clang`, `nvcc`, or empty
  /// @throws NoCudaCompiler when it is not there
  static HostCompiler of(String word, Path folder, List<String> flags) {
    Supplier<Optional<HostCompiler>> clang =
        () -> ProgramCompiler.clangProgram().map(p -> new ClangHost(p, folder, flags));
    Supplier<Optional<HostCompiler>> nvcc =
        () -> ProgramCompiler.nvccProgram().map(p -> new NvccHost(p, folder, flags));
    return switch (word) {
      case "nvcc" -> found(nvcc.get(), word);
      case "clang" -> found(clang.get(), word);
      default -> found(clang.get().or(nvcc), word);
    };
  }

  private static HostCompiler found(Optional<HostCompiler> compiler, String word) {
    return compiler.orElseThrow(() -> new NoCudaCompiler(word, Platform.here()));
  }
}
