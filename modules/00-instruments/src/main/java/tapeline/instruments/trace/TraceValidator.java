package tapeline.instruments.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// Checks that a file is a trace which viewers show as it was meant: many of them drop what they do
/// not understand, and say nothing.
///
/// The rules are those of the *Trace Event Format* for complete, begin and end, instant, counter,
/// metadata and flow events. Events are read one at a time; what is kept of a million of them is
/// some 100 MB at most.
public final class TraceValidator {
  private final Map<String, TraceTrack> tracks = new LinkedHashMap<>();
  private final Map<String, Long> tails = new HashMap<>(); // of arrows: when each begins
  private long events;
  private long spans;
  private long arrows;
  private long counters;

  /// The content of a sound trace, in numbers.
  ///
  /// @param spans of time, on `tracks` threads
  /// @param arrows heads of them, `f`
  /// @param counters values of curves
  public record Content(long events, long spans, int tracks, long arrows, long counters) {}

  private TraceValidator() {}

  /// The content of a trace file, which is checked.
  ///
  /// @throws IllegalArgumentException when the file breaks a rule: which one, and at which event
  public static Content check(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return check(in);
    }
  }

  /// Checks the trace in a stream.
  public static Content check(InputStream in) throws IOException {
    var validator = new TraceValidator();
    try (var json = new JsonFactory().createParser(in)) {
      validator.file(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "line %d: not JSON, %s".formatted(e.getLocation().getLineNr(), e.getOriginalMessage()),
          e);
    }
    validator.tracks.forEach((thread, track) -> track.finish(thread));
    return new Content(
        validator.events,
        validator.spans,
        validator.tracks.size(),
        validator.arrows,
        validator.counters);
  }

  /// An array of events, or an object with one named `traceEvents`.
  private void file(JsonParser json) throws IOException {
    boolean found = json.nextToken() == JsonToken.START_ARRAY;
    if (found) {
      array(json);
    }
    while (json.nextToken() != null) {
      if (json.currentToken() == JsonToken.START_ARRAY
          && "traceEvents".equals(json.currentName())) {
        found = true;
        array(json);
      } else {
        json.skipChildren();
      }
    }
    if (!found) {
      throw new IllegalArgumentException(
          "a trace is an array of events, or an object with an array `traceEvents`");
    }
  }

  private void array(JsonParser json) throws IOException {
    while (json.nextToken() != JsonToken.END_ARRAY) {
      event(TraceEvent.read(json, events++));
    }
  }

  private void event(TraceEvent event) {
    event.key("pid");
    switch (event.phase()) {
      case "X" -> {
        event.text("name");
        track(event).span(event);
        spans++;
      }
      case "B" -> {
        event.text("name");
        track(event).begin(event);
        spans++;
      }
      case "E" -> track(event).end(event);
      case "C" -> counter(event);
      case "M" -> metadata(event);
      case "s", "t", "f" -> arrow(event);
      default -> event.nanos("ts"); // an instant
    }
  }

  private TraceTrack track(TraceEvent event) {
    var thread = "process %s, thread %s".formatted(event.key("pid"), event.key("tid"));
    return tracks.computeIfAbsent(thread, _ -> new TraceTrack());
  }

  private void counter(TraceEvent event) {
    event.text("name");
    event.nanos("ts");
    event.require(!event.args().isEmpty(), "a counter has numbers in `args`, got none");
    for (var arg : event.args().entrySet()) {
      event.require(
          arg.getValue() instanceof BigDecimal,
          "a counter's `args` are numbers, got %s: %s".formatted(arg.getKey(), arg.getValue()));
    }
    counters++;
  }

  private static void metadata(TraceEvent event) {
    if (event.text("name").equals("process_name") || event.text("name").equals("thread_name")) {
      event.require(event.args().get("name") instanceof String, "a name stands in `args.name`");
    }
  }

  /// The tail comes first in the file; an end lies in a span of its thread, which shows at the end.
  private void arrow(TraceEvent event) {
    var arrow =
        "%s %s %s".formatted(event.fields().get("cat"), event.text("name"), event.key("id"));
    long at = event.nanos("ts");
    track(event).arrowEnd(event);
    if (event.phase().equals("s")) {
      event.require(tails.put(arrow, at) == null, "an arrow has one tail, got two: " + arrow);
      return;
    }
    var tail = tails.get(arrow);
    event.require(
        tail != null && tail <= at, "an arrow's tail `s` comes before its head: " + arrow);
    arrows += event.phase().equals("f") ? 1 : 0;
  }
}
