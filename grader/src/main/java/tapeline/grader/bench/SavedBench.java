package tapeline.grader.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tapeline.grader.generate.Disk;

/// A run of a module's benchmarks that was kept under a name: JMH's results, and their origin.
///
/// @param older the rows of earlier runs, by their dates
record SavedBench(BenchOrigin origin, BenchTable table, Map<String, List<String>> older) {
  private static final String WHEN = "when"; // of a run, and of a row

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAME = "\\p{Alnum}[\\p{Alnum}._-]*";

  /// Returns the file of a run.
  ///
  /// @param folder of all that benchmarks keep
  /// @throws IllegalArgumentException when the name is none for a file
  static Path file(Path folder, String name, String module) {
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "a saved run is named by letters, digits, points, underscores and dashes, got \""
              + name
              + "\"");
    }
    return folder.resolve("saved").resolve(name).resolve(module + ".json");
  }

  /// Refuses a kept run to which rows of `now` cannot be added.
  ///
  /// @throws IOException when it cannot be read, or its rows are of another machine, JVM or flags
  static void requireLike(Path file, BenchOrigin now) throws IOException {
    var differences = Files.exists(file) ? read(file).differences(now) : List.of();
    if (!differences.isEmpty()) {
      throw new IOException(
          "rows are added to a saved run of the same machine, JVM and flags, and of %s differ %s. Save under another name: nothing was measured"
              .formatted(file, differences));
    }
  }

  /// Writes a run, whole or not at all.
  ///
  /// @param adds whether the other rows of a run that is there stay, and its commit is named too
  static void write(Path file, BenchOrigin origin, Path results, boolean adds) throws IOException {
    var rows = new LinkedHashMap<String, JsonNode>();
    var commits = new LinkedHashSet<String>();
    if (adds && Files.exists(file)) {
      var old = JSON.readTree(file.toFile());
      var then = old.path("origin").path(WHEN).asText();
      old.path("results").forEach(r -> rows.put(row(r), dated(r, then)));
      commits.add(old.path("origin").path("commit").asText());
    }
    var now = origin.when().toString();
    JSON.readTree(results.toFile()).forEach(r -> rows.put(row(r), dated(r, now)));
    commits.add(origin.commit());
    var kept = JSON.createObjectNode();
    kept.putObject("origin")
        .put("machine", origin.machine())
        .put("processor", origin.processor())
        .put("commit", String.join("; ", commits))
        .put("flags", origin.flags())
        .put(WHEN, now);
    kept.putArray("results").addAll(rows.values());
    Disk.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(kept));
  }

  /// Returns the row with a date, if it has none yet.
  private static JsonNode dated(JsonNode row, String when) {
    ((ObjectNode) row).putIfAbsent(WHEN, TextNode.valueOf(when));
    return row;
  }

  private static String row(JsonNode result) {
    return result.path("benchmark").asText() + result.path("params");
  }

  /// Reads a run.
  ///
  /// @throws IOException when there is none, or it cannot be read, naming the file and the rule
  static SavedBench read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("a run is compared with one that -Dsave kept, and there is no " + file);
    }
    try {
      var kept = JSON.readTree(file.toFile());
      var origin = kept.path("origin");
      var table = BenchTable.of(kept.path("results"));
      var fields = new ArrayList<String>();
      for (var field : List.of("machine", "processor", "commit", "flags", WHEN)) {
        if (!origin.path(field).isTextual()) {
          fields.add(field);
        }
      }
      if (!fields.isEmpty() || table.scores().isEmpty() || !isMeasured(kept.path("results"))) {
        throw spoilt(file, fields.isEmpty() ? "it has no results" : "it has no " + fields, null);
      }
      return new SavedBench(
          new BenchOrigin(
              origin.path("machine").asText(),
              origin.path("processor").asText(),
              origin.path("commit").asText(),
              origin.path("flags").asText(),
              Instant.parse(origin.path(WHEN).asText())),
          table,
          older(kept.path("results"), table, origin.path(WHEN).asText()));
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      throw spoilt(
          file, (at == null ? "" : "line " + at.getLineNr() + ": ") + e.getOriginalMessage(), e);
    } catch (RuntimeException e) {
      throw spoilt(file, String.valueOf(e.getMessage()), e);
    }
  }

  private static Map<String, List<String>> older(JsonNode rows, BenchTable table, String last) {
    Map<String, List<String>> found = new TreeMap<>();
    for (int i = 0; i < rows.size(); i++) {
      var when = rows.get(i).path(WHEN).asText(last);
      if (!when.equals(last)) {
        found.computeIfAbsent(when, _ -> new ArrayList<>()).add(table.scores().get(i).key());
      }
    }
    return found;
  }

  private static boolean isMeasured(JsonNode results) {
    for (var r : results) {
      if (!(r.path("primaryMetric").path("score").asDouble(0) > 0)
          || r.path("primaryMetric").path("rawData").isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private static IOException spoilt(Path file, String why, @Nullable Exception e) {
    return new IOException(
        "%s is no saved run: %s. Save it again, or move it away: nothing was measured"
            .formatted(file, why),
        e);
  }

  /// Returns in what another origin differs, each in words: between them times cannot be compared.
  List<String> differences(BenchOrigin now) {
    var found = new ArrayList<String>();
    add(found, "classes, JVM and system", origin.machine(), now.machine());
    add(found, "processor", origin.processor(), now.processor());
    add(found, "flags", origin.flags(), now.flags());
    return found;
  }

  private static void add(List<String> found, String what, String then, String now) {
    if (!then.equals(now)) {
      found.add("%s: %s then, %s now".formatted(what, then, now));
    }
  }
}
