package tapeline.instruments.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Work;

/// A profile as trace events in JSON, which Perfetto (<https://ui.perfetto.dev>) and Chrome
/// (`chrome://tracing`) open: a track for each thread, arrows from forward to backward, a curve of
/// the live bytes.
///
/// The form is that of the *Trace Event Format* (D. Sinclair et al., Google 2016): times in
/// microseconds with three decimals, an event a line. A file takes some 250 bytes a span, and is
/// written as it goes.
public final class ChromeTrace {
  private static final int PROGRAM = 1; // the process of the profiled threads

  private final JsonGenerator json;
  private final Map<String, Integer> processes = new LinkedHashMap<>();
  private final Map<String, Integer> tracks = new LinkedHashMap<>();

  private ChromeTrace(JsonGenerator json) {
    this.json = json;
  }

  /// Writes the profile into a file.
  public static void write(Profile profile, Path file) throws IOException {
    write(profile, List.of(), file);
  }

  /// Writes the profile, and what happened beside it on tracks of its own.
  public static void write(Profile profile, List<TraceEntry> beside, Path file) throws IOException {
    try (var out = Files.newOutputStream(file)) {
      write(profile, beside, out);
    }
  }

  /// Writes both into a stream, which stays open.
  public static void write(Profile profile, List<TraceEntry> beside, OutputStream out)
      throws IOException {
    try (var json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      new ChromeTrace(json).all(profile, beside);
    }
  }

  private void all(Profile profile, List<TraceEntry> beside) throws IOException {
    json.writeStartObject();
    json.writeStringField("displayTimeUnit", "ns");
    json.writeNumberField("droppedSpans", profile.dropped());
    json.writeArrayFieldStart("traceEvents");
    name("process_name", PROGRAM, 0, "program");
    for (int thread = 0; thread < profile.threads().size(); thread++) {
      name("thread_name", PROGRAM, thread, profile.threads().get(thread));
    }
    for (var span : profile.spans()) {
      complete(PROGRAM, span.thread(), span.name(), span.start(), span.nanos(), args(span));
    }
    for (var arrow : FlowArrow.between(profile.spans())) {
      flow("s", arrow.id(), arrow.fromThread(), arrow.leaves());
      flow("f", arrow.id(), arrow.toThread(), arrow.arrives());
    }
    for (var change : profile.memory()) {
      begin("C", "live bytes of " + profile.threads().get(change.thread()), PROGRAM, change.at());
      args(Map.of("bytes", change.live()));
      json.writeEndObject();
    }
    for (var entry : beside) {
      int process = process(entry.process());
      int track = track(process, entry.track());
      complete(process, track, entry.name(), entry.start(), entry.nanos(), entry.args());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private int process(String name) throws IOException {
    var known = processes.get(name);
    if (known != null) {
      return known;
    }
    int process = PROGRAM + 1 + processes.size();
    processes.put(name, process);
    name("process_name", process, 0, name);
    return process;
  }

  private int track(int process, String name) throws IOException {
    var key = process + " " + name;
    var known = tracks.get(key);
    if (known != null) {
      return known;
    }
    int track = tracks.size();
    tracks.put(key, track);
    name("thread_name", process, track, name);
    return track;
  }

  /// Says what a viewer calls a process or a thread.
  private void name(String what, int process, int thread, String name) throws IOException {
    begin("M", what, process, 0);
    json.writeNumberField("tid", thread);
    args(Map.of("name", name));
    json.writeEndObject();
  }

  private void complete(
      int process, int thread, String name, long start, long nanos, Map<String, ?> args)
      throws IOException {
    begin("X", name, process, start);
    json.writeNumberField("dur", micros(nanos));
    json.writeNumberField("tid", thread);
    args(args);
    json.writeEndObject();
  }

  /// An arrow's tail, `s`, or its head, `f`.
  private void flow(String phase, int id, int thread, long at) throws IOException {
    begin(phase, "backward", PROGRAM, at);
    json.writeNumberField("tid", thread);
    json.writeStringField("cat", "backward");
    json.writeNumberField("id", id);
    if (phase.equals("f")) {
      json.writeStringField("bp", "e"); // tied to the span around it, not to the next one
    }
    json.writeEndObject();
  }

  /// The fields that all events have, on a line of its own.
  private void begin(String phase, String name, int process, long at) throws IOException {
    json.writeRaw('\n');
    json.writeStartObject();
    json.writeStringField("ph", phase);
    json.writeStringField("name", name);
    json.writeNumberField("pid", process);
    json.writeNumberField("ts", micros(at));
  }

  private void args(Map<String, ?> args) throws IOException {
    json.writeObjectFieldStart("args");
    for (var arg : new TreeMap<>(args).entrySet()) {
      json.writeFieldName(arg.getKey());
      switch ((Object) arg.getValue()) {
        case Long number -> json.writeNumber(number);
        case Integer number -> json.writeNumber(number);
        case Object other -> json.writeString(other.toString());
      }
    }
    json.writeEndObject();
  }

  private static BigDecimal micros(long nanos) {
    return BigDecimal.valueOf(nanos, 3);
  }

  /// The details that a viewer shows of a span that is clicked.
  private static Map<String, Object> args(Span span) {
    var args = new LinkedHashMap<String, Object>();
    args.put("kind", span.kind().name().toLowerCase(Locale.ROOT));
    args.put("allocated bytes", span.allocatedBytes());
    if (span.work() != null) {
      work(args, span.work(), span.nanos());
    }
    return args;
  }

  private static void work(Map<String, Object> args, Work work, long nanos) {
    args.put("op", work.op());
    args.put("shapes", work.inputs() + " → " + work.output());
    put(args, "layer", work.layer());
    put(args, "line", work.line());
    var cost = work.cost();
    if (cost == null) {
      args.put("cost", "no cost formula for " + work.op());
    } else {
      args.put("FLOPs", cost.flops());
      args.put("bytes by formula", cost.bytes());
      if (nanos > 0) {
        args.put("GFLOP/s", String.format(Locale.ROOT, "%.3g", (double) cost.flops() / nanos));
      }
    }
  }

  private static void put(Map<String, Object> args, String key, @Nullable String text) {
    if (text != null && !text.isEmpty()) {
      args.put(key, text);
    }
  }
}
