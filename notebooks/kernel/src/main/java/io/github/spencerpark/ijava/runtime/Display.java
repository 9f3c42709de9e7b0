package io.github.spencerpark.ijava.runtime;

import org.dflib.jjava.jupyter.kernel.BaseNotebookStatics;

/// The methods `display`, `render` and `updateDisplay`, which cells have without an import.
public final class Display extends BaseNotebookStatics {
  private Display() {}
}
