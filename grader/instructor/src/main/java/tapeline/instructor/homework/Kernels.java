package tapeline.instructor.homework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.run.TestEvent;

/// The kernels of one submission's module: compiled in a [KernelCell] before the tests run, as no
/// compiler may be started where they run.
///
/// A test cell is shown the PTX in a folder. A kernel that does not compile is missing there; what
/// the toolkit then says of it is replaced by what the compiler said.
final class Kernels implements AutoCloseable {
  private static final int MOST = 60;
  private static final int MOST_LOST = 3;
  private static final int MOST_SECONDS = 600;

  private final KernelCell cell;
  private final PreparedModule module;
  private final Path folder;
  private final Map<List<String>, KernelCell.Answer> answers = new HashMap<>();
  private Map<String, KernelCell.Broken> broken = Map.of();
  private int lost;
  private long nanos;

  /// @param folder for the PTX, where cells can be shown it
  Kernels(KernelCell cell, PreparedModule module, Path folder) {
    this.cell = cell;
    this.module = module;
    this.folder = folder;
  }

  /// Compiles what is new in a folder of classes; where the PTX of it all lies, or null if there is
  /// none.
  @Nullable Path compiled(Path classes) throws IOException {
    var failed = new HashMap<String, KernelCell.Broken>();
    for (var file : Course.files(classes, p -> p.toString().endsWith(".cu"))) {
      var text = Course.read(file).replace("\r\n", "\n");
      if (classes.equals(file.getParent()) || module.kernels().texts().contains(text)) {
        continue; // its PTX is the course's
      }
      var name = classes.relativize(file).toString().replace('\\', '/');
      var answer = answers.computeIfAbsent(List.of(name, text), _ -> answer(name, text));
      if (answer instanceof KernelCell.Compiled c) {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(c.file()), c.ptx());
      } else if (answer instanceof KernelCell.Broken b) {
        failed.put(file.getFileName().toString(), b);
      }
    }
    cell.close(); // what it takes is the tests' now
    broken = failed;
    return Files.isDirectory(folder) ? folder : null;
  }

  private KernelCell.Answer answer(String name, String text) {
    var why = "";
    if (lost == MOST_LOST) {
      why = MOST_LOST + " kernels have ended the compiler before it";
    } else if (answers.size() == MOST) {
      why = "a module has " + MOST + " kernels at most";
    } else if (nanos > MOST_SECONDS * 1_000_000_000L) {
      why = "a module's kernels have " + MOST_SECONDS + " s together";
    }
    if (!why.isEmpty()) {
      return new KernelCell.Broken(-1, name + " was not compiled: " + why);
    }
    long start = System.nanoTime();
    var answer = cell.compile(name, text);
    nanos += System.nanoTime() - start;
    lost += cell.alive() ? 0 : 1;
    return answer;
  }

  /// The event, where it tells of a kernel that does not compile with the compiler's own words.
  TestEvent explained(TestEvent e) {
    for (var b : broken.entrySet()) {
      if (e.outcome().equals("uncompiled")
          && e.text().contains(b.getKey() + " needs a CUDA compiler")) {
        var frames = new ArrayList<String>();
        if (b.getValue().line() > 0) {
          var stem = b.getKey().substring(0, b.getKey().length() - ".cu".length());
          frames.add("cuda#" + stem + "#" + b.getKey() + "#" + b.getValue().line());
        }
        frames.addAll(e.frames());
        return new TestEvent(
            e.exercise(),
            e.testClass(),
            e.name(),
            "uncompiled",
            b.getValue().says(),
            e.seconds(),
            e.output(),
            frames);
      }
    }
    return e;
  }

  @Override
  public void close() {
    cell.close();
  }
}
