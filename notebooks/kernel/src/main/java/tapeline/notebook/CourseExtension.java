package tapeline.notebook;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.dflib.jjava.jupyter.Extension;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.magic.CellMagic;
import org.dflib.jjava.jupyter.kernel.magic.LineMagic;
import org.jspecify.annotations.Nullable;
import tapeline.display.Displays;
import tapeline.grader.course.Reason;

/// Installs the course's commands and displays in a kernel of the IJava family: ours, or a stock
/// one that finds this class through its service loader.
public final class CourseExtension implements Extension {
  private @Nullable Classroom room;

  @Override
  public void install(BaseKernel kernel) {
    Host host;
    if (kernel instanceof Host able) {
      host = able;
    } else {
      host = new StockHost(kernel, CourseExtension::printed);
      kernel.evalRaw(StockHost.IMPORTS);
    }
    install(kernel, new Classroom(null, host, CourseExtension::printed));
    Displays.register(kernel.getRenderer());
  }

  void install(BaseKernel kernel, Classroom classroom) {
    room = classroom;
    line(kernel, "module", new ModuleMagic(classroom));
    cell(kernel, "exercise", new ExerciseMagic(classroom));
    line(kernel, "pull", new PullMagic(classroom));
    line(kernel, "grade", new GradeMagic(classroom));
    line(kernel, "hint", new HintMagic(classroom));
    line(kernel, "reset", new ResetMagic(classroom));
    line(kernel, "compare", new CompareMagic(classroom));
    line(kernel, "quiz", new QuizMagic(classroom, RandomGenerator.getDefault()));
    line(kernel, "milestone", new MilestoneMagic(classroom));
    line(kernel, "model", new ModelMagic(classroom));
    cell(kernel, "cuda", new CudaMagic());
    line(kernel, "progress", new ProgressMagic(classroom));
  }

  @Override
  public void uninstall(BaseKernel kernel) {
    if (room != null) {
      room.close();
      room = null;
    }
  }

  private static void line(BaseKernel kernel, String name, Magic magic) {
    LineMagic<@Nullable DisplayData, BaseKernel> line =
        (k, arguments) -> answer(k, run(magic, arguments, ""));
    kernel.getMagicsRegistry().registerLineMagic(name, line);
  }

  private static void cell(BaseKernel kernel, String name, Magic magic) {
    CellMagic<@Nullable DisplayData, BaseKernel> cell =
        (k, arguments, body) -> answer(k, run(magic, arguments, body));
    kernel.getMagicsRegistry().registerCellMagic(name, cell);
  }

  /// A stock kernel drops what a command returns: there it is displayed at once.
  private static @Nullable DisplayData answer(BaseKernel kernel, DisplayData said) {
    if (kernel instanceof Host) {
      return said;
    }
    kernel.display(said);
    return null;
  }

  /// A refusal by the course's own code is for the learner to read: a sentence, not a stack.
  private static DisplayData run(Magic magic, List<String> arguments, String body) {
    try {
      return magic.run(arguments, body);
    } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
      throw new NotebookException(Reason.of(e));
    }
  }

  /// Standard output is the running cell's.
  private static void printed(String line) {
    System.out.println(line);
  }
}
