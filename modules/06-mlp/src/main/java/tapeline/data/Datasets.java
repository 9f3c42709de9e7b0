package tapeline.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/// The data that comes with the course, in the folder `datasets`, whose README names the sources.
public final class Datasets {
  private static final LabelledCsv DIGITS = new LabelledCsv("digits.csv.gz", 0, 64, 0, 16, 10);
  private static final LabelledCsv IRIS = new LabelledCsv("iris.csv", 1, 4, 0, 10, 3);

  private Datasets() {}

  /// 1 797 handwritten digits, (1797,1,8,8): one channel of 8 × 8 grey levels, from 0 to 1.
  public static Dataset digits() {
    var table = read(DIGITS);
    return new Dataset(table.inputs().div(16).reshape(-1, 1, 8, 8), table.labels(), 10);
  }

  /// Fisher's 150 irises, (150,4): sepal length and width, petal length and width, in cm.
  public static Dataset iris() {
    return read(IRIS);
  }

  /// Jane Austen's novel *Persuasion*: 466 854 characters, letters, marks and line ends of ASCII.
  public static String persuasion() {
    try {
      return Files.readString(folder().resolve("persuasion.txt"), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read datasets/persuasion.txt", e);
    }
  }

  private static Dataset read(LabelledCsv csv) {
    try (var file = Files.newInputStream(folder().resolve(csv.name()));
        var text = csv.name().endsWith(".gz") ? new GZIPInputStream(file) : file) {
      return csv.read(text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read datasets/" + csv.name(), e);
    }
  }

  /// The folder `datasets` of the course: in the folder that `-Dtapeline.root` names, or else where
  /// the program was started, or above that.
  ///
  /// @throws IllegalStateException when there is none
  public static Path folder() {
    var start = Path.of(System.getProperty("tapeline.root", "")).toAbsolutePath();
    for (var p = start; p != null; p = p.getParent()) {
      if (Files.exists(p.resolve("datasets/iris.csv"))) {
        return p.resolve("datasets");
      }
    }
    throw new IllegalStateException(
        "the folder datasets is neither in %s nor above it: start in the course's folder"
            .formatted(start));
  }
}
