package io.github.spencerpark.ijava;

import org.dflib.jjava.jupyter.kernel.BaseKernel;

/// The entry to the kernel under the name that notebooks made for IJava use.
public final class IJava {
  private IJava() {}

  /// Returns the kernel that runs the cells.
  public static JavaKernel getKernelInstance() {
    return new JavaKernel(BaseKernel.notebookKernel());
  }
}
