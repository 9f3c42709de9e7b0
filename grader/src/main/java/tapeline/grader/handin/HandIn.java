package tapeline.grader.handin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.generate.Disk;
import tapeline.grader.generate.Mirror;
import tapeline.grader.progress.ProgressBook;
import tapeline.grader.progress.SharedProgress;
import tapeline.grader.report.Chars;

/// `./tapeline join`, `submit`, `handin` and `progress share`: what they say, line by line.
///
/// @param given the invitation in the environment; null where there is none
/// @param config the folder of the kept ones
public record HandIn(@Nullable String given, Path config) {
  /// The word that asks for the receipts in the place of a file.
  public static final String STATUS = "--status";

  /// One date for all files: the same answers make the same bytes, and so the same receipt.
  private static final LocalDateTime WHEN = LocalDateTime.of(1980, 1, 1, 0, 0);

  /// Lines to print.
  ///
  /// @param taken whether the server took what was handed in
  public record Said(boolean taken, List<String> lines) {}

  /// Hands in as this user.
  public static HandIn ofUser() {
    return new HandIn(System.getenv(Invitation.VARIABLE), Invitation.config());
  }

  /// Keeps an invitation, which the server knows.
  public List<String> join(String text) {
    var invitation = Invitation.parse(text);
    var member = new ClassClient(invitation).member();
    var kind = member.path("kind").asText();
    if (kind.equals("instructor")) {
      throw new IllegalArgumentException(
          "an instructor signs in on the page of the class, %s, and hands nothing in"
              .formatted(invitation.server()));
    }
    if (!kind.matches("team|student")) {
      throw new IllegalStateException("%s is no class's server".formatted(invitation.server()));
    }
    var file = invitation.keep(kind, config);
    return List.of(
        "you are the %s %s; the invitation is in %s".formatted(kind, line(member, "name"), file));
  }

  /// Hands an entry in, which its team packed.
  public Said submit(Path zip) {
    try {
      var name = zip.getFileName().toString();
      return said(client("team").submit(name, BodyPublishers.ofFile(zip)));
    } catch (FileNotFoundException _) {
      throw new IllegalArgumentException("there is no file " + zip);
    }
  }

  /// Hands a module in, as it lies in `modules/`.
  public Said module(Course course, CourseModule module) {
    var zip = BodyPublishers.ofByteArray(zip(course, module));
    return said(client("student").submit(module.name() + ".zip", zip));
  }

  /// Returns until when what is handed in, and the receipts with their states, by all invitations
  /// that there are.
  public Said status() {
    var lines = new ArrayList<String>();
    var receipts = new ArrayList<String>();
    var problems = new ArrayList<IllegalArgumentException>();
    var kinds = given == null || given.isBlank() ? List.of("team", "student") : List.of("team");
    for (var kind : kinds) {
      try {
        var client = client(kind);
        client.receipts().forEach(r -> receipts.addAll(lines(r)));
        client.member().path("deadlines").forEach(says -> lines.add(Chars.line(says.asText())));
      } catch (IllegalArgumentException e) {
        problems.add(e);
      }
    }
    if (problems.size() == kinds.size()) {
      throw problems.getFirst();
    }
    lines.addAll(receipts.isEmpty() ? List.of("no receipts yet") : receipts);
    return new Said(true, lines);
  }

  /// Writes what a learner shares of their progress: how far each exercise came, and in how many
  /// minutes. It has no name, no date and no answer.
  ///
  /// @throws IllegalArgumentException when the file exists, or there is no invitation
  public List<String> share(Course course, ProgressBook book, Path file) {
    if (Files.exists(file)) {
      throw new IllegalArgumentException(
          "what you share is a new file, and %s exists: name another".formatted(file));
    }
    var code = Invitation.of("student", given, config).code(config);
    var shared = SharedProgress.of(course, book, code);
    Disk.write(file, shared.text());
    return List.of(
        "%d exercises are in %s, under the code %s: no name, no date, no answer; read it before you give it away"
            .formatted(shared.exercises().size(), file, code));
  }

  private ClassClient client(String kind) {
    return new ClassClient(Invitation.of(kind, given, config));
  }

  private static Said said(JsonNode receipt) {
    return new Said(receipt.path("refused").asText().isEmpty(), lines(receipt));
  }

  private static List<String> lines(JsonNode receipt) {
    return List.of(
        "receipt %s  %s  %s, %s bytes"
            .formatted(
                line(receipt, "receipt"),
                line(receipt, "received"),
                line(receipt, "file"),
                line(receipt, "bytes")),
        "  sha-256  " + line(receipt, "sha256"),
        "  %s  %s".formatted(line(receipt, "state"), line(receipt, "recognised")),
        "  " + line(receipt, "says"));
  }

  private static String line(JsonNode json, String field) {
    return Chars.line(json.path(field).asText());
  }

  private static byte[] zip(Course course, CourseModule module) {
    var bytes = new ByteArrayOutputStream();
    var folder = course.learner(module);
    try (var zip = new ZipOutputStream(bytes)) {
      for (var file :
          Course.files(
              folder.resolve("src/main"),
              f -> Mirror.isLearners(Disk.name(folder, f)) && !Course.isCompiled(f))) {
        var entry = new ZipEntry(module.name() + "/" + Disk.name(folder, file));
        entry.setTimeLocal(WHEN);
        zip.putNextEntry(entry);
        zip.write(Disk.read(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
