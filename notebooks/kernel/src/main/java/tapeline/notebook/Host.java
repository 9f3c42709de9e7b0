package tapeline.notebook;

import java.nio.file.Path;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.jspecify.annotations.Nullable;

/// The services that the course's magics may ask of a kernel that can do more than the stock ones.
///
/// A stock kernel does not implement it: there an edited class needs a restart, and text for a cell
/// is printed to be copied.
public interface Host {
  /// From now on cells see the classes in these folders as they are at this moment, first folder
  /// first, instead of those shown before.
  ///
  /// @return the variables that lost their value, because their type is another one now; null where
  ///   the kernel refuses, and has said why
  @Nullable List<String> showClasses(List<Path> classFolders);

  /// From now on inspection shows the comments in the sources of these folders too.
  void showSources(List<Path> sourceFolders);

  /// Shows `data` below the running cell, or in the place of what was shown with its display id.
  void show(DisplayData data);

  /// Puts `text` into the cell that is running, or into a new cell below it.
  void setNextInput(String text, boolean replace);
}
