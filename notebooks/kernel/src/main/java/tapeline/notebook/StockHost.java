package tapeline.notebook;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.jspecify.annotations.Nullable;

/// A kernel that is not ours: it can be given classes once, and no text for a cell.
final class StockHost implements Host {
  /// The imports that our kernel makes for cells, and a stock kernel does not.
  static final String IMPORTS =
      "import java.nio.file.*; import java.util.function.*; import java.util.stream.*;";

  private final BaseKernel kernel;
  private final Consumer<String> out;
  private final Set<String> displays = ConcurrentHashMap.newKeySet();
  private boolean shown;

  /// @param out takes what the kernel cannot do, in a line
  StockHost(BaseKernel kernel, Consumer<String> out) {
    this.kernel = kernel;
    this.out = out;
  }

  @Override
  public @Nullable List<String> showClasses(List<Path> classFolders) {
    if (shown) {
      out.accept(
          "This kernel keeps the classes it has loaded. Restart it to use the new ones, or start"
              + " the notebook with ./tapeline notebook.");
      return null;
    }
    try {
      // JJava's own kernel has it; the protocol's base class, which is all we know, has not.
      var add = kernel.getClass().getMethod("addToClasspath", String.class);
      for (var folder : classFolders) {
        add.invoke(kernel, folder.toString());
      }
      shown = true;
      return List.of();
    } catch (ReflectiveOperationException _) {
      out.accept(
          "This kernel cannot be given the course's classes. Start the notebook with ./tapeline"
              + " notebook.");
      return null;
    }
  }

  @Override
  public void showSources(List<Path> sourceFolders) {
    // It looks into no sources but the JDK's.
  }

  @Override
  public void show(DisplayData data) {
    if (data.hasDisplayId() && !displays.add(data.getDisplayId())) {
      kernel.getIO().display.updateDisplay(data);
    } else {
      kernel.display(data);
    }
  }

  @Override
  public void setNextInput(String text, boolean replace) {
    out.accept("This kernel cannot write into a cell. Copy this into one:\n\n" + text);
  }
}
