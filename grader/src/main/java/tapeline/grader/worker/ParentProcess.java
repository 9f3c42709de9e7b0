package tapeline.grader.worker;

/// The process that started this one. A child ends with its parent, however that ends: a worker
/// with the grader, the grader with Maven or `./tapeline`.
public final class ParentProcess {
  private ParentProcess() {}

  /// Ends this JVM, and what it has started, as soon as the parent is gone.
  public static void endWithIt() {
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> {
          var _ = parent.onExit().thenRun(ParentProcess::end);
        });
  }

  private static void end() {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    Runtime.getRuntime().halt(1);
  }
}
