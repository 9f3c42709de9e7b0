package tapeline.gpu.compiler;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

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

  /// Returns the file that has the PTX of a source that was compiled.
  Path ptx(int number, Path object);

  /// The words before the runtime's source.
  List<String> runtime();

  /// Returns the words before the objects of a program.
  List<String> link(List<Path> objects) throws IOException;

  /// Returns the compiler of a text that was joined from files, in which a variable may be declared
  /// before it is defined.
  default HostCompiler ofJoined() {
    return this;
  }

  /// The chosen one, or those that are there, for programs built in this folder.
  ///
  /// @param word `clang`, `nvcc`, or empty
  /// @throws NoCudaCompiler when none of them is there
  static List<HostCompiler> of(String word, Path folder, List<String> flags) {
    var all = new ArrayList<HostCompiler>();
    if (!word.equals("nvcc")) {
      ProgramCompiler.clangProgram().ifPresent(p -> all.add(new ClangHost(p, folder, flags)));
    }
    if (!word.equals("clang")) {
      ProgramCompiler.nvccProgram().ifPresent(p -> all.add(new NvccHost(p, folder, flags)));
    }
    if (all.isEmpty()) {
      throw new NoCudaCompiler(word, Platform.here());
    }
    return all;
  }
}
