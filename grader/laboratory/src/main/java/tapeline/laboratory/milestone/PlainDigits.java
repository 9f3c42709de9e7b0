package tapeline.laboratory.milestone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tapeline.data.Datasets;

/// Digits as plain numbers, for a model that needs no tensor.
final class PlainDigits {
  private static final double BLACK = 16;

  private PlainDigits() {}

  /// A digit.
  ///
  /// @param pixels 64 grey levels from 0 to 1
  /// @param sign 1 for the digit that is looked for, −1 for all others
  record Digit(double[] pixels, int sign) {}

  /// All digits in random order, among which one is looked for.
  static List<Digit> of(int wanted, long seed) {
    var file = Datasets.folder().resolve("digits.csv.gz");
    try (var lines =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), UTF_8))) {
      var digits =
          new ArrayList<>(
              lines
                  .lines()
                  .map(line -> line.split(","))
                  .map(cells -> new Digit(pixels(cells), label(cells) == wanted ? 1 : -1))
                  .toList());
      Collections.shuffle(digits, new Random(seed));
      return digits;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static int label(String... cells) {
    return Integer.parseInt(cells[cells.length - 1]);
  }

  private static double[] pixels(String... cells) {
    return Stream.of(cells)
        .limit(cells.length - 1)
        .mapToDouble(cell -> Double.parseDouble(cell) / BLACK)
        .toArray();
  }
}
