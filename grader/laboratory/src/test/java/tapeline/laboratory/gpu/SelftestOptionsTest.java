package tapeline.laboratory.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelftestOptionsTest {
  @TempDir Path folder;

  @Test
  void kernels_are_left_out_by_their_names() {
    var options = SelftestOptions.parse("--without", "softmax", "--without", "matmul_naive");
    assertThat(options.without()).containsExactly("softmax", "matmul_naive");
    assertThatThrownBy(() -> SelftestOptions.parse("--without", "softmx"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--without needs a value like vector_add|")
        .hasMessageContaining("softmax")
        .hasMessageContaining("got \"softmx\"");
  }

  @Test
  void results_of_before_stay_until_there_are_new_ones() throws IOException {
    var file = Files.writeString(folder.resolve("gpu.md"), "of before");
    assertThat(SelftestOptions.parse("--out", file.toString()).out()).contains(file);
    assertThat(file).hasContent("of before");
  }

  @Test
  void what_cannot_be_written_is_refused_at_once() {
    assertThatThrownBy(() -> SelftestOptions.parse("--out", folder.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--out needs a file that can be written: ");
  }
}
