package io.github.spencerpark.ijava;

import io.github.spencerpark.jupyter.kernel.magic.registry.Magics;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.jspecify.annotations.Nullable;

/// The methods that notebooks made for IJava call on its kernel.
public final class JavaKernel {
  private final BaseKernel kernel;

  JavaKernel(BaseKernel kernel) {
    this.kernel = kernel;
  }

  /// Runs the text of a cell and returns its value as it is shown.
  public @Nullable DisplayData eval(String cell) {
    var value = evalRaw(cell);
    return value == null || value instanceof DisplayData
        ? (DisplayData) value
        : getRenderer().render(value);
  }

  /// Runs the text of a cell and returns its value.
  public @Nullable Object evalRaw(String cell) {
    return kernel.evalRaw(cell);
  }

  /// Adds a jar or a folder to what cells see.
  public void addToClasspath(String path) throws Exception {
    kernel.getMagicsRegistry().evalLineMagic(kernel, "classpath", List.of(path));
  }

  /// Returns the registry of the commands that begin with a per cent sign.
  public Magics getMagics() {
    return new Magics(kernel);
  }

  /// Returns the registry of the ways in which values are shown.
  public Renderer getRenderer() {
    return kernel.getRenderer();
  }

  /// Shows something below the cell.
  public void display(DisplayData data) {
    kernel.display(data);
  }
}
