package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    to = folder.resolve("out/ptx.zip");
    Files.createDirectories(from.resolve("more"));
    Files.writeString(from.resolve("add.cu"), "// add\n");
    Files.writeString(from.resolve("more/add.cu"), "// add in another way\n");
    Files.writeString(from.resolve("stub.cu"), "#error TODO 10.1 add\n");
  }

  private boolean write(CompilerSearch search) {
    lines.clear();
    return new WriteKernelPtx(to, List.of(from, folder.resolve("absent")), lines).write(search);
  }

  private boolean check() {
    lines.clear();
    return new WriteKernelPtx(to, List.of(from), lines).check();
  }

  @Test
  void what_is_missing_is_written_and_then_all_is_there() throws IOException {
    assertThat(check()).isFalse();
    assertThat(lines).hasSize(2).first().isEqualTo("add.cu has no PTX in " + to);
    assertThat(write(scribe.search())).isTrue();
    assertThat(lines).hasSize(2).allMatch(l -> l.matches("wrote .*add-[0-9a-f]{12}\\.ptx"));
    assertThat(check()).as("" + lines).isTrue();
    assertThat(write(Scribe.none())).as("nothing is new, so no compiler is needed").isTrue();
    assertThat(lines).isEmpty();
    assertThat(PtxArchive.at(to).files()).hasSize(2);
  }

  @Test
  void the_ptx_of_each_text_is_found_alone() {
    var archive = PtxArchive.at(to);
    var add = CudaSource.of(from.resolve("add.cu"));
    assertThat(archive.find(add)).as("in no file").isEmpty();
    write(scribe.search());
    assertThat(archive.find(add).map(PtxFile::ptx)).contains(scribe.compile(add));
    assertThat(archive.find(CudaSource.of(from.resolve("stub.cu")))).isEmpty();
  }

  /// Changes the last letter of the PTX as it is packed, before its checksum.
  @Test
  void a_damaged_entry_is_not_read() throws IOException {
    PtxArchive.write(to, new TreeMap<>(Map.of("a.ptx", "ret")));
    var zip = Files.readAllBytes(to);
    zip[new String(zip, StandardCharsets.ISO_8859_1).indexOf("PK\7\b") - 3] ^= 0x10;
    Files.write(to, zip);
    assertThatThrownBy(() -> PtxArchive.at(to).text("a.ptx"))
        .hasStackTraceContaining("a.ptx in " + to + " is damaged");
  }

  @Test
  void the_ptx_of_a_text_that_is_gone_is_removed() throws IOException {
    write(scribe.search());
    var old = PtxFile.name(CudaSource.of(from.resolve("add.cu")));
    Files.writeString(from.resolve("add.cu"), "// changed\n");
    assertThat(check()).isFalse();
    assertThat(lines.getLast()).isEqualTo("%s in %s is of no kernel".formatted(old, to));
    assertThat(write(scribe.search())).isTrue();
    assertThat(PtxArchive.at(to).files()).hasSize(2).doesNotContain(old);
    assertThat(lines).hasSize(2).last().isEqualTo("removed " + old);
  }

  @Test
  void the_same_texts_are_the_same_bytes_and_none_are_no_file() throws IOException {
    write(scribe.search());
    var first = Files.readAllBytes(to);
    Files.delete(to);
    write(scribe.search());
    assertThat(to).hasBinaryContent(first);
    Files.delete(from.resolve("add.cu"));
    Files.delete(from.resolve("more/add.cu"));
    assertThat(write(Scribe.none())).isTrue();
    assertThat(to).doesNotExist();
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
  void other_words_are_refused() {
    for (var words : List.of("write", "keep a b", "")) {
      assertThatThrownBy(() -> WriteKernelPtx.main(words.split(" ")))
          .as(words)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("write or check, an archive and folders of kernels are needed");
    }
  }
}
