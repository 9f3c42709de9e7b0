package tapeline.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.run.Jvm;

/// How the kernel's JVM is started.
///
/// @param java the JDK's `java`, absolute
record KernelCommand(Path java, ClassPath classPath, KernelFiles files) {
  /// The optimising compiler compiles a method with a long loop as early as by default, and one
  /// that is only called often after twenty times as many calls. The methods of javac and JShell
  /// are of the second kind: for a cell, optimising them costs more than it gains.
  private static final List<String> LOOPS_FIRST =
      List.of("-XX:Tier4InvocationThreshold=100000", "-XX:Tier4CompileThreshold=300000");

  private static final String MAIN = "tapeline.start.Start";

  /// On the JDK that runs this.
  static KernelCommand here(ClassPath classPath, KernelFiles files) {
    return new KernelCommand(Jvm.java(), classPath, files);
  }

  /// Returns the command line of a kernel that reads its ports and its key from this file.
  List<String> start(String connectionFile) {
    var command = new ArrayList<String>();
    command.add(java.toString());
    command.addAll(LOOPS_FIRST);
    command.addAll(
        List.of(
            "-Xlog:disable",
            "-XX:+UseSerialGC",
            "--add-modules=jdk.incubator.vector",
            Jvm.NATIVE_ACCESS,
            "--sun-misc-unsafe-memory-access=allow", // Tablesaw's libraries use it
            "-XX:+EnableDynamicAgentLoading", // the kernel is its own agent when it swaps a body
            "-Djdk.attach.allowAttachSelf=true",
            "-Djava.awt.headless=true",
            "-Dstdin.encoding=UTF-8", // as the front end's answers are
            "-Dtapeline.root=" + files.root(),
            "-classpath",
            classPath.toString(),
            MAIN,
            connectionFile));
    return List.copyOf(command);
  }
}
