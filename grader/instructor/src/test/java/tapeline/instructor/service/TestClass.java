package tapeline.instructor.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tapeline.competition.Archive;
import tapeline.competition.Events;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.instructor.board.TeamName;
import tapeline.instructor.database.Database;
import tapeline.instructor.receipt.Member;
import tapeline.instructor.receipt.MemberTable;
import tapeline.instructor.receipt.Receipt;
import tapeline.instructor.receipt.ReceiptTable;
import tapeline.instructor.web.BodyLimits;
import tapeline.instructor.web.WebServer;

/// A class with its server, in a folder.
final class TestClass implements AutoCloseable {
  /// The usual limits of a server that waits for a busy machine.
  static final BodyLimits LIMITS =
      new BodyLimits(64 << 20, 1024, Duration.ofDays(1), System::nanoTime);

  private static final Course COURSE = Course.at(FixtureCourse.projectRoot());
  private static final LocalDateTime WHEN = LocalDateTime.of(1980, 1, 1, 0, 0);
  private static final Pattern PROOF = Pattern.compile("name=\"proof\" value=\"(\\w+)\"");
  private static final URI HERE = URI.create("http://127.0.0.1/");

  final HandInFolder folder;
  final Database database;
  private final WebServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  private TestClass(HandInFolder folder, Database database, WebServer server) {
    this.folder = folder;
    this.database = database;
    this.server = server;
  }

  /// Opens a class as `class serve` does.
  static TestClass in(Path folder) throws IOException {
    return in(folder, LIMITS, file -> file, InstantSource.system());
  }

  static TestClass in(Path folder, BodyLimits limits, Uploads.Disk disk, InstantSource clock)
      throws IOException {
    var opened = new HandInFolder(folder);
    return in(opened, Database.open(opened.database()), limits, disk, clock);
  }

  static TestClass in(
      HandInFolder folder,
      Database database,
      BodyLimits limits,
      Uploads.Disk disk,
      InstantSource clock)
      throws IOException {
    var service = new ClassService(COURSE, Events.standard(), limits, disk, clock);
    var server = service.start(folder, database, InetAddress.getLoopbackAddress(), 0, HERE);
    return new TestClass(folder, database, server);
  }

  /// Invites somebody; the token.
  String invite(Member.Kind kind, String name) {
    var token = Tokens.draw();
    members().invite(kind, name, TeamName.key(name), name, Tokens.hash(token));
    return token;
  }

  MemberTable members() {
    return new MemberTable(database);
  }

  List<Receipt> receipts(Member.Kind kind) {
    return new ReceiptTable(database).all(kind);
  }

  URI at(String path) {
    return URI.create(server.url()).resolve(path);
  }

  HttpResponse<String> put(String token, String name, byte[] bytes) throws Exception {
    var query = URLEncoder.encode(name, UTF_8);
    return send(
        HttpRequest.newBuilder(at("/api/submit?name=" + query))
            .PUT(BodyPublishers.ofByteArray(bytes)),
        token);
  }

  HttpResponse<String> get(String token, String path) throws Exception {
    return send(HttpRequest.newBuilder(at(path)), token);
  }

  /// Sends a request with a token, as a program and as a browser does.
  HttpResponse<String> send(HttpRequest.Builder request, String token) throws Exception {
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token).header("Cookie", "token=" + token);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /// Sends an instructor's form, with what the page before it proves.
  ///
  /// @param fields `name=value`, joined by `&`
  HttpResponse<String> act(String token, String action, String fields) throws Exception {
    var page = get(token, "/yours.html").body();
    var proof = PROOF.matcher(page).results().map(m -> m.group(1)).findFirst().orElse("");
    var form = BodyPublishers.ofString("proof=" + proof + "&" + fields);
    return send(HttpRequest.newBuilder(at("/instructor/" + action)).POST(form), token);
  }

  /// Returns the form that a browser sends.
  HttpRequest.Builder form(byte[] file) {
    return form(BodyPublishers.ofByteArray(file));
  }

  HttpRequest.Builder form(HttpRequest.BodyPublisher file) {
    var head =
        "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"work.zip\"\r\n\r\n";
    return HttpRequest.newBuilder(at("/submit"))
        .header("Content-Type", "multipart/form-data; boundary=edge")
        .POST(
            BodyPublishers.concat(
                BodyPublishers.ofString(head), file, BodyPublishers.ofString("\r\n--edge--\r\n")));
  }

  /// Returns the body of an answer.
  static JsonNode json(HttpResponse<String> answer) throws IOException {
    return new ObjectMapper().readTree(answer.body());
  }

  /// Returns the names of uploads on their way.
  List<String> parts() throws IOException {
    try (var list = Files.list(folder.uploads().resolve("parts"))) {
      return list.map(p -> p.getFileName().toString()).toList();
    }
  }

  /// Returns what lies in the class's folder beside the database: names from the folder.
  List<String> files() throws IOException {
    try (var walk = Files.walk(folder.folder())) {
      return walk.filter(Files::isRegularFile)
          .map(p -> folder.folder().relativize(p).toString())
          .filter(n -> !n.startsWith("class.db"))
          .sorted()
          .toList();
    }
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }

  /// Returns a sample entry, packed for a team.
  static byte[] entry(String team) throws IOException {
    return entry("matmul-rows", Map.of("Team Babbage", team));
  }

  /// Returns a sample entry with other texts in its manifest.
  static byte[] entry(String sample, Map<String, String> changes) throws IOException {
    var folder = FixtureCourse.projectRoot().resolve("grader/instructor/submissions/" + sample);
    var files = new TreeMap<String, byte[]>();
    for (var file : Archive.files(folder).entrySet()) {
      files.put(file.getKey(), Files.readAllBytes(file.getValue()));
    }
    var manifest = new String(files.get(Archive.MANIFEST), UTF_8);
    for (var change : changes.entrySet()) {
      manifest = manifest.replace(change.getKey(), change.getValue());
    }
    files.put(Archive.MANIFEST, manifest.getBytes(UTF_8));
    return zip(files);
  }

  /// Returns a module as it is given out, with a comment.
  static byte[] homework(String module, String comment) throws IOException {
    var file = COURSE.root().resolve("modules").resolve(module).resolve("src/main/java");
    var files = new TreeMap<String, byte[]>();
    for (var source : Course.javaFiles(file)) {
      var name = module + "/src/main/java/" + file.relativize(source);
      files.put(name, (Files.readString(source) + "// " + comment + "\n").getBytes(UTF_8));
    }
    return zip(files);
  }

  static byte[] zip(Map<String, byte[]> files) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (var file : files.entrySet()) {
        var entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(WHEN);
        zip.putNextEntry(entry);
        zip.write(file.getValue());
      }
    }
    return bytes.toByteArray();
  }
}
