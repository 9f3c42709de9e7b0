package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The PTX that is committed.
class WriteKernelPtxTest {
  @TempDir Path folder;
  private final Scribe scribe = new Scribe();
  private final List<String> lines = new ArrayList<>();
  private Path from;
  private Path to;

  @BeforeEach
  void kernels() throws IOException {
    from = folder.resolve("cuda");
    to = from.resolve("ptx");
    Files.createDirectories(from.resolve("more"));
    Files.writeString(from.resolve("add.cu"), "// add\n");
    Files.writeString(from.resolve("more/add.cu"), "// add in another way\n");
    Files.writeString(from.resolve("stub.cu"), "#error TODO 10.1 add\n");
  }

  private boolean write(CompilerSearch search) {
    lines.clear();
    return WriteKernelPtx.write(to, from, search, lines);
  }

  private boolean check() {
    lines.clear();
    return WriteKernelPtx.check(to, from, lines);
  }

  @Test
  void what_is_missing_is_written_and_then_all_is_there() throws IOException {
    assertThat(check()).isFalse();
    assertThat(lines).hasSize(2).first().isEqualTo("add.cu of " + from + " has no PTX in " + to);
    assertThat(write(scribe.search())).isTrue();
    assertThat(lines).hasSize(2).allMatch(l -> l.matches("wrote .*add-[0-9a-f]{12}\\.ptx"));
    assertThat(check()).as("" + lines).isTrue();
    assertThat(write(Scribe.none())).as("nothing is new, so no compiler is needed").isTrue();
    assertThat(lines).isEmpty();
    try (var files = Files.list(to)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void the_ptx_of_a_text_that_is_gone_is_removed() throws IOException {
    write(scribe.search());
    var old = new PtxCache(to).file(CudaSource.of(from.resolve("add.cu")));
    Files.writeString(from.resolve("add.cu"), "// changed\n");
    assertThat(check()).isFalse();
    assertThat(lines.getLast())
        .isEqualTo("%s in %s is of no kernel below %s".formatted(old.getFileName(), to, from));
    assertThat(write(scribe.search())).isTrue();
    assertThat(old).doesNotExist();
    assertThat(lines).hasSize(2).last().isEqualTo("removed " + old);
  }

  @Test
  void what_cannot_be_compiled_is_named_and_the_rest_is_written() throws IOException {
    Files.writeString(from.resolve("bad.cu"), "#wrong\n");
    assertThat(write(scribe.search())).isFalse();
    assertThat(lines).hasSize(3).anyMatch(l -> l.startsWith("no PTX: bad.cu:1:1: it is wrong"));
    assertThat(check()).isFalse();
    assertThat(lines).hasSize(1);
    Files.writeString(from.resolve("bad.cu"), "// new\n");
    assertThat(write(Scribe.none())).isFalse();
    assertThat(lines)
        .hasSize(1)
        .allMatch(l -> l.startsWith("no PTX: bad.cu needs a CUDA compiler"));
  }

  @Test
  void folders_come_in_pairs() {
    for (var words : List.of("write", "write a", "keep a b", "check a b c", "")) {
      assertThatThrownBy(() -> WriteKernelPtx.main(words.split(" ")))
          .as(words)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("write or check, and pairs of folders TO FROM, are needed, got");
    }
  }
}
