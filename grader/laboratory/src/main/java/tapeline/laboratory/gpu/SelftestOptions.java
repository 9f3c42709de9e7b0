package tapeline.laboratory.gpu;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// The options with which a self-test was started.
///
/// @param emulator not on a card, even if there is one
/// @param cublas the folder of cuBLAS's library; empty for where the system looks
/// @param out a file for the results, in Markdown
/// @param rounds how often everything is measured
/// @param without kernels that are left out
record SelftestOptions(
    boolean emulator, Optional<Path> cublas, Optional<Path> out, int rounds, List<String> without) {
  private static final int ROUNDS = 7;

  private static final String HELP =
      """
      GpuSelftest [--emulator] [--cublas PATH] [--out FILE] [--rounds N] [--without KERNEL]...

        --emulator        on the emulator, even if there is a card
        --cublas PATH     libcublas.so.13 or its folder, if the system does not find it
        --out FILE        writes the results as Markdown
        --rounds N        measures everything N times, %d unless told
        --without KERNEL  leaves a kernel out, as softmax; may be said several times
      """
          .formatted(ROUNDS);

  /// @throws IllegalArgumentException when a word is not known, with all that are; or its value is
  ///   of no use
  static SelftestOptions parse(String... words) {
    boolean emulator = false;
    Optional<Path> cublas = Optional.empty();
    Optional<Path> out = Optional.empty();
    int rounds = ROUNDS;
    var without = new ArrayList<String>();
    var kernels = String.join("|", KernelTrials.kernels());
    var rest = List.of(words).iterator();
    while (rest.hasNext()) {
      var word = rest.next();
      switch (word) {
        case "--emulator" -> emulator = true;
        case "--cublas" -> cublas = Optional.of(folder(Path.of(value(word, rest, ".+"))));
        case "--out" -> out = Optional.of(writable(Path.of(value(word, rest, ".+"))));
        case "--rounds" -> rounds = Integer.parseInt(value(word, rest, "[1-9]\\d{0,3}"));
        case "--without" -> without.add(value(word, rest, kernels));
        default -> throw new IllegalArgumentException("no such option: " + word + "\n\n" + HELP);
      }
    }
    return new SelftestOptions(emulator, cublas, out, rounds, List.copyOf(without));
  }

  private static String value(String word, Iterator<String> rest, String form) {
    var value = rest.hasNext() ? rest.next() : "";
    if (!value.matches(form)) {
      throw new IllegalArgumentException(
          "%s needs a value like %s, got \"%s\"\n\n%s".formatted(word, form, value, HELP));
    }
    return value;
  }

  /// Said now, and not when all is measured. What the file holds stays until then.
  private static Path writable(Path file) {
    try (var _ = Files.newOutputStream(file, CREATE, APPEND)) {
      return file;
    } catch (IOException e) {
      throw new IllegalArgumentException("--out needs a file that can be written: " + e, e);
    }
  }

  private static Path folder(Path path) {
    var parent = path.toAbsolutePath().getParent();
    return Files.isRegularFile(path) && parent != null ? parent : path;
  }
}
