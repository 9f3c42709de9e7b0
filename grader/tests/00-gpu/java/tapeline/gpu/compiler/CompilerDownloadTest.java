package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A compiler that can be downloaded, from a server of this machine.
class CompilerDownloadTest {
  private static final Platform MAC = Platform.of("Mac OS X", "aarch64");
  private static final byte[] PROGRAM = "#!/bin/sh\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] LIBRARY = new byte[300_000];

  static {
    new Random(2).nextBytes(LIBRARY);
  }

  @TempDir Path cache;
  private final List<String> asked = new ArrayList<>();
  private final List<Path> opened = new ArrayList<>();
  private ZipServer server;

  @BeforeEach
  void serve() throws IOException {
    server =
        new ZipServer()
            .with("mac/libc.dylib", LIBRARY)
            .with("mac/cc", PROGRAM)
            .with("mac/large", new byte[1 << 20]);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CompilerDownload download(String programsSha256) {
    var files =
        List.of(
            new Downloadable.File("cc", programsSha256),
            new Downloadable.File("libc.dylib", "libc.2.dylib", sha256(LIBRARY)));
    var what =
        new Downloadable(
            "download-scribe",
            "Scribe 1.0",
            "Scribe's licence: https://scribe.example",
            "org/scribe-%s.jar",
            Map.of("macosx-arm64", new Downloadable.Build(3, 7, files)),
            folder -> {
              opened.add(folder);
              return Optional.of(new Scribe());
            });
    return new CompilerDownload(what, MAC, cache, server::address);
  }

  private CompilerDownload download() {
    return download(sha256(PROGRAM));
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
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
    assertThat(found).isEmpty();
    assertThat(asked)
        .containsExactly(
            "Download Scribe 1.0 from Maven Central (3 MB; 7 MB in "
                + folder()
                + "; Scribe's licence: https://scribe.example)?");
    assertThat(server.sent()).isZero();
    assertThat(left()).isEmpty();
  }

  @Test
  void after_yes_it_is_there_under_the_names_it_needs_and_its_program_can_be_started()
      throws IOException {
    assertThat(download().present()).isEmpty();
    assertThat(download().offer(_ -> true)).isPresent();
    assertThat(opened).containsExactly(folder());
    assertThat(folder().resolve("libc.2.dylib")).hasBinaryContent(LIBRARY).isNotEmptyFile();
    assertThat(folder().resolve("cc")).hasBinaryContent(PROGRAM).isExecutable();
    assertThat(left()).containsExactly("scribe-1.0");
    assertThat(server.sent()).as("of %d bytes", server.size()).isLessThan(LIBRARY.length * 3L / 2);
    long before = server.sent();
    assertThat(download().present()).isPresent();
    assertThat(server.sent()).as("it is not fetched again").isEqualTo(before);
  }

  @Test
  void another_file_than_expected_is_not_taken() throws IOException {
    var another = download("00ff");
    assertThatThrownBy(another::fetch)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(
            "Scribe 1.0 was not downloaded, and nothing of it is kept: mac/cc has SHA-256 "
                + sha256(PROGRAM)
                + ", expected 00ff");
    assertThat(left()).isEmpty();
    assertThat(another.present()).isEmpty();
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
    assertThat(download().present()).as("its library is missing").isEmpty();
    download().fetch();
    assertThat(folder().resolve("cc")).hasBinaryContent(PROGRAM);
    assertThat(folder().resolve("old")).doesNotExist();
  }

  @Test
  void what_a_killed_process_left_is_deleted_and_what_a_living_one_makes_is_not()
      throws IOException {
    var dead = Files.createDirectories(folder().resolveSibling("scribe-1.0.999999999.part"));
    Files.writeString(dead.resolve("cc"), "half");
    long parent = ProcessHandle.current().parent().orElseThrow().pid();
    var living = Files.createDirectories(folder().resolveSibling("scribe-1.0." + parent + ".part"));
    download().fetch();
    assertThat(dead).doesNotExist();
    assertThat(living).exists();
  }

  @Test
  void each_platform_has_what_suits_it_best_first() {
    assertThat(words("Linux", "amd64")).containsExactly("download-nvrtc", "download-llvm");
    assertThat(words("Linux", "aarch64")).containsExactly("download-nvrtc", "download-llvm");
    assertThat(words("Mac OS X", "aarch64")).containsExactly("download-llvm");
    assertThat(words("Mac OS X", "x86_64")).containsExactly("download-llvm");
    assertThat(words("Windows 11", "amd64")).containsExactly("download-nvrtc");
    assertThat(words("Windows 11", "aarch64")).isEmpty();
    assertThat(words("Linux", "riscv64")).isEmpty();
    assertThat(words("FreeBSD", "amd64")).isEmpty();
  }

  private static List<String> words(String system, String processor) {
    return Downloadable.of(Platform.of(system, processor)).stream()
        .map(Downloadable::word)
        .toList();
  }

  @Test
  void each_file_is_pinned_once() {
    var hashes = new ArrayList<String>();
    for (var what : List.of(Downloadable.NVRTC, Downloadable.LLVM)) {
      for (var build : what.builds().values()) {
        build.files().forEach(f -> hashes.add(f.sha256()));
      }
    }
    assertThat(hashes).hasSize(18).doesNotHaveDuplicates().allMatch(h -> h.matches("[0-9a-f]{64}"));
  }
}
