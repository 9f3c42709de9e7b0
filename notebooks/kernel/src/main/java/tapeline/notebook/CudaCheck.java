package tapeline.notebook;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.compiler.CudaCompileError;
import tapeline.gpu.compiler.CudaDiagnostic;
import tapeline.gpu.compiler.CudaSource;
import tapeline.gpu.compiler.KernelCompiler;
import tapeline.grader.generate.ExerciseFile;
import tapeline.grader.run.CompileError;
import tapeline.toolkit.Todo;

/// The errors that a CUDA compiler finds in the file of an exercise. In a file in Java, none.
///
/// @param errors none when it compiles
/// @param unknown why it is not known, where there is no compiler
record CudaCheck(List<CompileError> errors, @Nullable String unknown) {
  private static final CudaCheck SOUND = new CudaCheck(List.of(), null);
  private static final int TAB = 8;

  /// Compiles the file as it lies on disk.
  static CudaCheck of(ExerciseFile file) {
    if (!file.name().endsWith(".cu") || file.isStub()) {
      return SOUND;
    }
    var path = file.path();
    var source = CudaSource.of(path);
    try {
      KernelCompiler.standard().ptx(source);
      return SOUND;
    } catch (Todo _) {
      return SOUND; // begun, and not yet to be compiled
    } catch (CudaCompileError e) {
      var errors = e.diagnostics().stream().map(d -> error(path, source, d)).toList();
      return new CudaCheck(errors, null);
    } catch (IllegalStateException e) {
      return new CudaCheck(List.of(), e.getMessage());
    }
  }

  private static CompileError error(Path path, CudaSource source, CudaDiagnostic d) {
    if (!d.file().equals(source.file()) || d.line() < 1) {
      return new CompileError(path, -1, -1, d.toString());
    }
    var line = source.text().lines().skip(d.line() - 1).findFirst().orElse("");
    return new CompileError(path, d.line(), javacColumn(line, d.column()), d.message());
  }

  /// The column as javac counts: a tab ends at the next multiple of 8.
  private static int javacColumn(String line, int column) {
    int javac = Math.min(column, 1);
    for (int i = 0; i + 1 < column && i < line.length(); i++) {
      javac = line.charAt(i) == '\t' ? (javac + TAB - 1) / TAB * TAB + 1 : javac + 1;
    }
    return javac;
  }
}
