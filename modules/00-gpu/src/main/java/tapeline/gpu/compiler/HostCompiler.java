package tapeline.gpu.compiler;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A compiler of whole CUDA programs, in its own words.
interface HostCompiler {
  /// The word that chooses it.
  String word();

  Path program();

  /// The commands that make an object of a source, kernels and host code.
  ///
  /// @param number of the source, for the names of what is made besides
  /// @param architecture as `sm_75`
  /// @param output called with the arguments of each command; false ends it
  boolean compile(Path source, int number, String architecture, Path object, Run output)
      throws IOException;

  /// The words before the runtime's source.
  List<String> runtime();

  /// The words before the objects of a program.
  List<String> link();

  /// Runs a command, and says whether it went well.
  @FunctionalInterface
  interface Run {
    boolean with(List<String> arguments);
  }

  /// The chosen one, or the first that is there, for programs built in this folder.
  ///
  /// @param word `clang`, `nvcc`, or empty
  static Optional<HostCompiler> of(String word, Path folder, List<String> flags) {
    Stream<HostCompiler> all =
        Stream.of(
                ProgramCompiler.clangProgram()
                    .map(clang -> (HostCompiler) new ClangHost(clang, folder, flags)),
                ProgramCompiler.nvccProgram()
                    .map(nvcc -> (HostCompiler) new NvccHost(nvcc, folder, flags)))
            .flatMap(Optional::stream);
    return all.filter(c -> word.isEmpty() || c.word().equals(word)).findFirst();
  }
}
