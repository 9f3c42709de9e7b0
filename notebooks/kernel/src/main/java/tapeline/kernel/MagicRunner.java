package tapeline.kernel;

import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.dflib.jjava.jupyter.kernel.magic.MagicsRegistry;
import org.dflib.jjava.jupyter.kernel.magic.UndefinedMagicException;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.NearestName;
import tapeline.kernel.CellPart.CellMagic;
import tapeline.kernel.CellPart.LineMagic;
import tapeline.kernel.cell.CellException;
import tapeline.kernel.cell.CellThreads;
import tapeline.kernel.cell.NotStarted;
import tapeline.kernel.weave.CellStopped;
import tapeline.kernel.weave.StopSignal;

/// Runs the commands of a cell, those that begin with a per cent sign.
record MagicRunner(Kernel kernel, MagicsRegistry magics, CellThreads threads) {
  /// The commands that return paths, which are shown only where a cell asks for them.
  static final Set<String> PATHS =
      Set.of(
          "jars",
          "classpath",
          "maven",
          "addMavenDependency",
          "addMavenDependencies",
          "loadFromPOM");

  @Nullable Object run(CellMagic magic) {
    var words = CellPart.words(magic.arguments());
    var value = run(() -> magics.evalCellMagic(kernel, magic.name(), words, magic.body()));
    return PATHS.contains(magic.name()) ? null : value;
  }

  @Nullable Object run(LineMagic magic) {
    // %time is given Java, in which blanks and quotes count.
    var words =
        magic.name().equals("time")
            ? List.of(magic.arguments())
            : CellPart.words(magic.arguments());
    var value = run(() -> magics.evalLineMagic(kernel, magic.name(), words));
    return PATHS.contains(magic.name()) ? null : value;
  }

  private @Nullable Object run(Callable<@Nullable Object> magic) {
    try {
      return threads.command(magic);
    } catch (CellStopped e) {
      throw CellException.interrupted(e);
    } catch (ExecutionException e) {
      var cause = e.getCause() == null ? e : e.getCause();
      var waits = NotStarted.of(cause);
      if (waits == null || StopSignal.isRaised()) {
        throw failure(cause);
      }
      return waits;
    }
  }

  private CellException failure(Throwable cause) {
    if (cause instanceof CellException known) {
      return known;
    }
    if (StopSignal.isRaised()) {
      return CellException.interrupted();
    }
    if (cause instanceof UndefinedMagicException u) {
      return new CellException(
          "MagicError", unknown(u.isLineMagic() ? "%" : "%%", u.getMagicName()));
    }
    var message = cause.getMessage();
    boolean isFilesName = cause instanceof FileSystemException f && f.getReason() == null;
    return new CellException(
        "MagicError", message == null || isFilesName ? cause.toString() : message);
  }

  private String unknown(String sign, String name) {
    var line = new TreeSet<>(magics.getLineMagicNames());
    var cell = new TreeSet<>(magics.getCellMagicNames());
    var meant = NearestName.question(name, sign.equals("%") ? line : cell, sign);
    return "There is no %s%s%s On a line: %%%s. For a whole cell: %%%%%s."
        .formatted(
            sign,
            name,
            meant.isEmpty() ? "." : meant,
            String.join(", %", line),
            String.join(", %%", cell));
  }

  /// The error of a command for a whole cell that stands below other lines.
  CellException late(String name) {
    return new CellException(
        "MagicError",
        magics.getCellMagicNames().contains(name)
            ? "%%" + name + " takes a whole cell: it must be the first line."
            : unknown("%%", name));
  }

  /// Returns whether a line with two per cent signs is a command: it is, but for one in a text or a
  /// comment that is open above it.
  boolean canBegin(String java) {
    return java.isBlank()
        || switch (kernel.cells().completeness(java)) {
          case DEFINITELY_INCOMPLETE, UNKNOWN -> false;
          default -> true;
        };
  }

  /// Returns whether a line that looks like a command is one. A line of Java that begins with a per
  /// cent sign goes on with what is open above it.
  boolean begins(String java, String name) {
    if (java.isBlank()) {
      return true;
    }
    return switch (kernel.cells().completeness(java)) {
      case COMPLETE, EMPTY -> true;
      case COMPLETE_WITH_SEMI, CONSIDERED_INCOMPLETE -> magics.getLineMagicNames().contains(name);
      case DEFINITELY_INCOMPLETE, UNKNOWN -> false;
    };
  }
}
