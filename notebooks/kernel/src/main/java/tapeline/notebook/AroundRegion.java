package tapeline.notebook;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Region;
import tapeline.grader.generate.ExerciseFile;

/// The given text around an exercise's region, which a cell does not hold.
///
/// Of a region in a method: the method and its comment. Of whole methods, or rows of a table: the
/// comment and the head of their type, and the lines right above the region. Of a kernel: the file.
final class AroundRegion {
  private static final String CELL = "// this cell";

  private AroundRegion() {}

  /// The lines, with [#CELL] in the region's place.
  static List<String> of(ExerciseFile file) {
    var lines = file.source().text().stripTrailing().lines().toList();
    var region = file.region();
    var declaration = declaration(file, lines.size());
    int from = declaration.first();
    while (from > 1 && lines.get(from - 2).strip().matches("(///|/\\*|\\*).*")) {
      from--;
    }
    var shown = new ArrayList<String>();
    int last = declaration.last();
    if (declaration.isType()) {
      int head = declaration.first();
      while (!lines.get(head - 1).contains("{")) {
        head++;
      }
      shown.addAll(lines.subList(from - 1, head));
      from = region.beginLine();
      while (from > head + 1 && !lines.get(from - 2).matches("\\s*|.* END EXERCISE .*")) {
        from--;
      }
      last = region.endLine();
    }
    shown.addAll(lines.subList(from - 1, region.beginLine() - 1));
    shown.add(region.indent() + CELL);
    shown.addAll(lines.subList(region.endLine(), last));
    return String.join("\n", shown).stripIndent().lines().toList();
  }

  /// A method, type or file that the region is a part of, from its 1-based first line to its last.
  private record Declaration(boolean isType, int first, int last) {}

  private static Declaration declaration(ExerciseFile file, int lines) {
    var region = file.region();
    if (!file.name().endsWith(".java")) {
      return new Declaration(false, 1, lines);
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(_ -> {}, null, null)) {
      var sources = files.getJavaFileObjects(file.path());
      var task = (JavacTask) compiler.getTask(null, files, _ -> {}, null, null, sources);
      var finder = new Finder(region, Trees.instance(task).getSourcePositions());
      for (var unit : task.parse()) {
        finder.scan(unit, unit);
      }
      return finder.innermost;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Walks through a source to the innermost method or named type around the region; where there is
  /// none, it stays at the region.
  private static final class Finder extends TreeScanner<@Nullable Void, CompilationUnitTree> {
    private final Region region;
    private final SourcePositions positions;
    private Declaration innermost;

    Finder(Region region, SourcePositions positions) {
      this.region = region;
      this.positions = positions;
      innermost = new Declaration(false, region.beginLine(), region.endLine());
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, CompilationUnitTree unit) {
      note(false, method, unit);
      return super.visitMethod(method, unit);
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, CompilationUnitTree unit) {
      if (!type.getSimpleName().isEmpty()) {
        note(true, type, unit);
      }
      return super.visitClass(type, unit);
    }

    private void note(boolean isType, Tree tree, CompilationUnitTree unit) {
      var lines = unit.getLineMap();
      int first = (int) lines.getLineNumber(positions.getStartPosition(unit, tree));
      int last = (int) lines.getLineNumber(positions.getEndPosition(unit, tree));
      if (first < region.beginLine() && region.endLine() < last) {
        innermost = new Declaration(isType, first, last);
      }
    }
  }
}
