package tapeline.instructor.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/// Tries one thing a run that hostile code would try, and says what came of it.
final class Probe {
  private Probe() {}

  static void main(String[] args) throws Exception {
    System.out.println(
        switch (args[0]) {
          case "hello" -> "hello from Java " + Runtime.version().feature();
          case "threads" -> threads();
          case "network" -> network(Integer.parseInt(args[1]));
          case "read" -> Files.readString(Path.of(args[1])).strip();
          case "write" -> Files.writeString(Path.of(args[1]), "mine").toString();
          case "process" -> "" + new ProcessBuilder("/java/bin/java", "-version").start().waitFor();
          case "run" -> run(Arrays.copyOfRange(args, 1, args.length));
          case "environment" -> "" + System.getenv().keySet().stream().sorted().toList();
          case "processes" -> "" + Files.exists(Path.of("/proc"));
          case "device" -> "" + Files.newInputStream(Path.of(args[1])).read();
          case "fill" -> fill(Path.of(args[1]));
          case "spin" -> spin();
          case "many" -> many(Integer.parseInt(args[1]));
          default -> throw new IllegalArgumentException(args[0]);
        });
  }

  private static String run(String... command) throws Exception {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return process.waitFor() + ": " + said;
  }

  private static String threads() throws InterruptedException {
    var done = new int[1];
    var thread = new Thread(() -> done[0] = 42);
    thread.start();
    thread.join();
    return "" + done[0];
  }

  private static String many(int threads) {
    int started = 0;
    try {
      for (; started < threads; started++) {
        Thread.ofPlatform().daemon().start(() -> LockSupport.park());
      }
      return "started all";
    } catch (OutOfMemoryError e) {
      return "stopped: " + e.getMessage();
    }
  }

  private static String network(int port) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return "connected to " + socket.getPort();
    }
  }

  private static String fill(Path folder) throws IOException {
    var mebibyte = new byte[1 << 20];
    var written = new ArrayList<Path>();
    for (int i = 0; i < 200; i++) {
      written.add(Files.write(folder.resolve("f" + i), mebibyte));
    }
    return "wrote " + written.size() + " MiB";
  }

  private static String spin() {
    long x = 1;
    while (x != 0) {
      x = x * 6364136223846793005L + 1 | 1;
    }
    return "never";
  }
}
