package tapeline.gpu.ptx;

/// A line of the learner's `.cu` file, from the `.loc` directives; line 0 where the compiler gave
/// none.
public record KernelLine(String file, int line) {
  public static final KernelLine UNKNOWN = new KernelLine("?", 0);

  @Override
  public String toString() {
    return file.substring(file.lastIndexOf('/') + 1) + ":" + line;
  }
}
