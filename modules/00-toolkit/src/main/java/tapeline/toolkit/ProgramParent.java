package tapeline.toolkit;

/// The process that started this program. The program is of no use to anyone else, so it ends with
/// it, however that ends.
public final class ProgramParent {
  private ProgramParent() {}

  /// Ends this JVM, and what it has started, as soon as the parent is gone.
  public static void endWithIt() {
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> {
          var _ = parent.onExit().thenRun(ProgramParent::end);
        });
  }

  private static void end() {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    Runtime.getRuntime().halt(1);
  }
}
