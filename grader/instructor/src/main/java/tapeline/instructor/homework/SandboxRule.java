package tapeline.instructor.homework;

import java.util.regex.Pattern;

/// The rules of a sandbox, in words for those whose code met the limit.
enum SandboxRule {
  PROCESSES("Cannot run program|posix_spawn failed", "no process may be started"),
  NETWORK(
      "Network is unreachable|UnknownHostException|ConnectException|SocketException|BindException",
      "there is no network"),
  FILES_ARE_READ("Read-only file system", "no file may be written but in /tmp"),
  DISK("No space left on device|File too large", "/tmp holds 16 MiB, a file there 32 MiB"),
  FILES(
      "NoSuchFileException|FileNotFoundException|AccessDeniedException",
      "no file is there but /tmp and the course's datasets"),
  THREADS("unable to create native thread", "128 threads may run"),
  NATIVE("IllegalCallerException|Illegal native access", "no native code may be called"),
  REFLECTION(
      "InaccessibleObjectException|IllegalAccessException|sun\\.misc\\.Unsafe",
      "no reflection reaches into Java, JUnit or the tests"),
  KERNELS(
      "needs a CUDA compiler",
      "a kernel is compiled before the tests, by a compiler of the machine that grades: it has none"),
  HEAP(
      "UnsatisfiedLinkError.*com\\.sun\\.management|GarbageCollectorHeapDump",
      "neither the heap nor the flags are shown");

  private final Pattern sign;
  private final String rule;

  SandboxRule(String sign, String rule) {
    this.sign = Pattern.compile(sign);
    this.rule = rule;
  }

  /// The text of a failure, with the rule behind it that it may come from.
  static String explained(String text) {
    for (var r : values()) {
      if (r.sign.matcher(text).find()) {
        return text + "\n(in the sandbox " + r.rule + ")";
      }
    }
    return text;
  }
}
