package tapeline.tests.given.nn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.toolkit.Sha256;

class DatasetFilesTest {
  private static final Pattern CHECKSUM = Pattern.compile("(?m)^([0-9a-f]{64})  (\\S+)$");

  @Test
  void the_readme_has_the_checksum_of_every_file() throws Exception {
    var readme = Files.readString(Datasets.folder().resolve("README.md"));
    Map<String, String> said = new TreeMap<>();
    CHECKSUM.matcher(readme).results().forEach(m -> said.put(m.group(2), m.group(1)));
    Map<String, String> computed = new TreeMap<>();
    try (var files = Files.list(Datasets.folder())) {
      for (var file :
          files.filter(Files::isRegularFile).filter(f -> !f.endsWith("README.md")).toList()) {
        computed.put(file.getFileName().toString(), Sha256.of(file));
      }
    }
    assertThat(said)
        .as("the SHA-256 of each file of datasets/, as its README has them")
        .isEqualTo(computed);
  }

  @Test
  void digits_are_1797_images_of_8_by_8_between_0_and_1() {
    var digits = Datasets.digits();
    assertThat(digits.inputs().shape().toArray()).containsExactly(1797, 1, 8, 8);
    assertThat(digits.inputs().max(false).item()).isEqualTo(1);
    assertThat(digits.inputs().neg().max(false).item()).isEqualTo(0);
    assertThat(counts(digits))
        .as("how often each digit is there")
        .containsExactly(178, 182, 177, 183, 181, 182, 181, 179, 174, 180);
  }

  @Test
  void the_first_digit_is_a_0_with_an_empty_middle() {
    var digits = Datasets.digits();
    assertThat(digits.labels()[0]).isZero();
    assertThat(digits.inputs().select(0, 0).select(0, 0).select(0, 3).toArray())
        .as("the fourth row of the first image, the file's numbers over 16")
        .containsExactly(0, 4 / 16f, 12 / 16f, 0, 0, 8 / 16f, 8 / 16f, 0);
  }

  @Test
  void irises_are_50_of_each_of_three_kinds() {
    var iris = Datasets.iris();
    assertThat(iris.inputs().shape().toArray()).containsExactly(150, 4);
    assertThat(iris.inputs().select(0, 0).toArray()).containsExactly(5.1f, 3.5f, 1.4f, 0.2f);
    assertThat(counts(iris)).containsExactly(50, 50, 50);
  }

  @Test
  void persuasion_is_ascii_from_the_title_to_finis() {
    var text = Datasets.persuasion();
    assertThat(text).hasSize(466_854).startsWith("Persuasion\n").endsWith("Finis\n");
    assertThat(text.chars().allMatch(c -> c == '\n' || (' ' <= c && c <= '~'))).isTrue();
  }

  private static int[] counts(Dataset data) {
    var counts = new int[data.classes()];
    for (int label : data.labels()) {
      counts[label]++;
    }
    return counts;
  }
}
