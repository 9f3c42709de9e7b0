package tapeline.gpu.compiler.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.toolkit.Sha256;

/// A compiler that can be downloaded, from a server of this machine.
class CompilerDownloadTest {
  private static final String MAC = "macosx-arm64";
  private static final byte[] PROGRAM = "#!/bin/sh\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] LIBRARY = new byte[300_000];

  static {
    new Random(2).nextBytes(LIBRARY);
  }

  @TempDir Path cache;
  private final List<String> asked = new ArrayList<>();
  @AutoClose private ZipServer server;

  @BeforeEach
  void serve() throws IOException {
    server =
        new ZipServer()
            .with("mac/libc.dylib", LIBRARY)
            .with("mac/cc", PROGRAM)
            .with("mac/large", new byte[1 << 20]);
  }

  private CompilerDownload download(String programsSha256) {
    return download(programsSha256, server::address);
  }

  private CompilerDownload download(String programsSha256, CompilerDownload.Repository repository) {
    var files =
        List.of(
            new Downloadable.File("cc", programsSha256),
            new Downloadable.File("libc.dylib", Sha256.of(LIBRARY)));
    var what =
        new Downloadable(
            "download-scribe",
            "Scribe 1.0",
            "Scribe's licence: https://scribe.example",
            "org/scribe-%s.jar",
            Map.of(MAC, new Downloadable.Build(3, 7, files)));
    return new CompilerDownload(what, MAC, cache, repository);
  }

  private CompilerDownload download() {
    return download(Sha256.of(PROGRAM));
  }

  private Path folder() {
    return cache.resolve("compilers/scribe-1.0");
  }

  private List<String> left() throws IOException {
    var compilers = cache.resolve("compilers");
    if (!Files.exists(compilers)) {
      return List.of();
    }
    try (var files = Files.list(compilers)) {
      return files.map(f -> f.getFileName().toString()).toList();
    }
  }

  @Test
  void the_question_tells_size_place_and_licence_and_no_leaves_all_as_it_was() throws IOException {
    var found =
        download()
            .offer(question -> {
              asked.add(question);
              return false;
            });
    assertThat(found).isFalse();
    assertThat(asked)
        .containsExactly(
            "Download Scribe 1.0 from Maven Central (3 MB; 7 MB in "
                + folder()
                + "; Scribe's licence: https://scribe.example)?");
    assertThat(server.sent()).isZero();
    assertThat(left()).isEmpty();
  }

  @Test
  void after_yes_it_is_there_and_its_program_can_be_started() throws IOException {
    assertThat(download().isAbsent()).isTrue();
    assertThat(download().offer(_ -> true)).isTrue();
    assertThat(folder().resolve("libc.dylib")).hasBinaryContent(LIBRARY).isNotEmptyFile();
    assertThat(folder().resolve("cc")).hasBinaryContent(PROGRAM).isExecutable();
    assertThat(left()).containsExactly("scribe-1.0");
    assertThat(server.sent()).as("of %d bytes", server.size()).isLessThan(LIBRARY.length * 3L / 2);
    long before = server.sent();
    assertThat(download().isAbsent()).isFalse();
    assertThat(server.sent()).as("it is not fetched again").isEqualTo(before);
  }

  @Test
  void another_file_than_expected_is_not_taken() throws IOException {
    var another = download("00ff");
    assertThatThrownBy(another::fetch)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(
            "Scribe 1.0 was not downloaded, and nothing of it is kept: mac/cc has SHA-256 "
                + Sha256.of(PROGRAM)
                + ", expected 00ff");
    assertThat(left()).isEmpty();
    assertThat(another.isAbsent()).isTrue();
  }

  @Test
  void one_that_breaks_off_leaves_nothing() throws IOException {
    server.breaksOffAfter(120_000);
    assertThatThrownBy(download()::fetch)
        .hasMessageContaining("and nothing of it is kept: mac/libc.dylib broke off after ")
        .hasMessageContaining(" of 300,000 bytes");
    assertThat(left()).isEmpty();
  }

  @Test
  void half_a_one_is_none_and_is_replaced() throws IOException {
    Files.createDirectories(folder());
    Files.writeString(folder().resolve("cc"), "old");
    Files.writeString(folder().resolve("old"), "old");
    assertThat(download().isAbsent()).as("its library is missing").isTrue();
    download().fetch();
    assertThat(folder().resolve("cc")).hasBinaryContent(PROGRAM);
    assertThat(folder().resolve("old")).doesNotExist();
  }

  @Test
  void what_another_process_has_downloaded_meanwhile_stays() throws IOException {
    var inUse = folder().resolve("in-use");
    var slow =
        download(
            Sha256.of(PROGRAM),
            () -> {
              download().fetch();
              Files.writeString(inUse, "");
              return server.address();
            });
    slow.fetch();
    assertThat(inUse).as("of the compiler that was there first").exists();
    assertThat(left()).containsExactly("scribe-1.0");
  }

  @Test
  void each_platform_has_one_or_none() {
    for (var platform : List.of("linux-x86_64", "linux-arm64", "windows-x86_64")) {
      assertThat(Downloadable.of(platform)).as(platform).containsExactly(Downloadable.NVRTC);
    }
    for (var platform : List.of("macosx-arm64", "macosx-x86_64")) {
      assertThat(Downloadable.of(platform)).as(platform).containsExactly(Downloadable.LLVM);
    }
    for (var platform : List.of("windows-arm64", "linux-riscv64", "other-x86_64")) {
      assertThat(Downloadable.of(platform)).as(platform).isEmpty();
    }
  }

  @Test
  void each_file_is_pinned_once() {
    var hashes = new ArrayList<String>();
    for (var what : List.of(Downloadable.NVRTC, Downloadable.LLVM)) {
      for (var build : what.builds().values()) {
        build.files().forEach(f -> hashes.add(f.sha256()));
      }
    }
    assertThat(hashes).hasSize(12).doesNotHaveDuplicates().allMatch(h -> h.matches("[0-9a-f]{64}"));
  }
}
