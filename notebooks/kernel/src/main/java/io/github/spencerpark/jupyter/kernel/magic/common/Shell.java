package io.github.spencerpark.jupyter.kernel.magic.common;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The command `%sh`, for notebooks that register it.
public final class Shell {
  private Shell() {}

  /// Runs a program and returns the lines that it prints.
  public static List<String> sh(List<String> command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } finally {
      process.destroy();
    }
  }
}
