package tapeline.grader.run;

import java.nio.file.Path;
import java.util.List;

/// javac, in a worker or in this process.
@FunctionalInterface
interface Compiler {
  /// Compiles `sources` into the folder `output`, whose earlier content is gone afterwards; returns
  /// the errors.
  List<CompileError> compile(List<Path> sources, List<Path> classPath, Path output);
}
