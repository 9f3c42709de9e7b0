package tapeline.tests.given.profile.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.cuda.CourseKernels;
import tapeline.cuda.StreamPipeline;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.LazyGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.gpu.trace.TracedGpu;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.MemoryEvent;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Span.Kind;
import tapeline.instruments.profile.Work;
import tapeline.instruments.trace.ChromeTrace;
import tapeline.instruments.trace.TraceEntry;
import tapeline.instruments.trace.TraceValidator;

class ChromeTraceTest {
  private static final String X = "(2,3)";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private static Span op(int id, int parent, Kind kind, int application, long start, long nanos) {
    var work = new Work(application, "Tanh", List.of(X), X, new Cost(6, 24, 24), "", "Net.java:7");
    return new Span(id, parent, "Tanh", kind, 0, start, nanos, 40, work);
  }

  private String text(Profile profile, List<TraceEntry> beside) throws IOException {
    out.reset();
    ChromeTrace.write(profile, beside, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private TraceValidator.Content checked() throws IOException {
    return TraceValidator.check(new ByteArrayInputStream(out.toByteArray()));
  }

  @Test
  void a_step_is_written_event_by_event() throws IOException {
    var step = new Span(0, -1, "a \"step\"", Kind.SCOPE, 0, 1_000, 9_000, 99, null);
    var forward = op(1, 0, Kind.FORWARD, 0, 2_000, 1_500);
    var backward = op(2, 0, Kind.BACKWARD, 0, 5_000, 12);
    var memory = new MemoryEvent(3_500, 0, 0, "Tanh saved", 24, 48);
    var profile =
        new Profile(List.of(step, forward, backward), List.of(memory), List.of("main"), 3);
    assertThat(text(profile, List.of()))
        .as("the trace of a step with one op")
        .isEqualTo(
            """
            {"displayTimeUnit":"ns","droppedSpans":3,"traceEvents":[
            {"ph":"M","name":"process_name","pid":1,"ts":0.000,"tid":0,"args":{"name":"program"}}
            ,{"ph":"M","name":"thread_name","pid":1,"ts":0.000,"tid":0,"args":{"name":"main"}}
            ,{"ph":"X","name":"a \\"step\\"","pid":1,"ts":1.000,"dur":9.000,"tid":0,\
            "args":{"allocated bytes":99,"kind":"scope"}}
            ,{"ph":"X","name":"Tanh","pid":1,"ts":2.000,"dur":1.500,"tid":0,\
            "args":{"FLOPs":6,"GFLOP/s":"0.00400","allocated bytes":40,"bytes by formula":48,\
            "kind":"forward","line":"Net.java:7","op":"Tanh","shapes":"[(2,3)] → (2,3)"}}
            ,{"ph":"X","name":"Tanh","pid":1,"ts":5.000,"dur":0.012,"tid":0,\
            "args":{"FLOPs":6,"GFLOP/s":"0.500","allocated bytes":40,"bytes by formula":48,\
            "kind":"backward","line":"Net.java:7","op":"Tanh","shapes":"[(2,3)] → (2,3)"}}
            ,{"ph":"s","name":"backward","pid":1,"ts":2.000,"tid":0,"cat":"backward","id":0}
            ,{"ph":"f","name":"backward","pid":1,"ts":5.000,"tid":0,"cat":"backward","id":0,"bp":"e"}
            ,{"ph":"C","name":"live bytes of main","pid":1,"ts":3.500,"args":{"bytes":48}}]}\
            """);
    assertThat(checked()).isEqualTo(new TraceValidator.Content(8, 3, 1, 1, 1));
  }

  @Test
  void an_op_without_a_formula_is_named() throws IOException {
    var work = new Work(0, "Foo", List.of(X), X, null, "", "");
    var span = new Span(0, -1, "Foo", Kind.FORWARD, 0, 0, 5, 0, work);
    assertThat(text(new Profile(List.of(span), List.of(), List.of("main"), 0), List.of()))
        .contains("\"cost\":\"no cost formula for Foo\"")
        .doesNotContain("FLOPs");
  }

  @Test
  void a_million_spans_are_written_and_checked(@TempDir Path folder) throws IOException {
    var spans = new ArrayList<Span>();
    for (int i = 0; i < 1_000_000; i++) {
      spans.add(new Span(i, -1, "s", Kind.SCOPE, i % 3, 10L * i, 30, 0, null));
    }
    var file = folder.resolve("trace.json");
    ChromeTrace.write(new Profile(spans, List.of(), List.of("a", "b", "c"), 0), file);
    assertThat(TraceValidator.check(file))
        .isEqualTo(new TraceValidator.Content(1_000_004, 1_000_000, 3, 0, 0));
  }

  @Test
  void two_streams_of_a_gpu_are_two_tracks_that_overlap() throws IOException {
    var traced = new TracedGpu(new LazyGpu());
    try (var gpu = Gpu.on(traced);
        var pipeline =
            new StreamPipeline(
                gpu, 4096, (stream, x, y, n) -> new CourseKernels(gpu).scale(stream, 3, x, y, n))) {
      pipeline.run(new float[8192], new float[8192]);
      var works = TraceEntry.of(traced, traced.begin());
      assertThat(works.stream().map(w -> w.track() + " " + w.name()).toList())
          .as("what the pipeline gave the streams, in the order in which it asked")
          .containsExactly(
              "stream 1 copy up",
              "stream 1 scale",
              "stream 1 copy down",
              "stream 2 copy up",
              "stream 2 scale",
              "stream 2 copy down");
      assertThat(works.get(0).nanos())
          .as("16 KiB up, a byte a nanosecond")
          .isBetween(16384L, 18384L);
      assertThat(works.get(3).start())
          .as("the second copy up starts before the first kernel has ended")
          .isLessThan(works.get(1).start() + works.get(1).nanos());
      text(new Profile(List.of(), List.of(), List.of(), 0), works);
      assertThat(checked().tracks()).isEqualTo(2);
      assertThat(TraceEntry.of(traced, traced.begin() - 7).getFirst().start())
          .as("the first work on the clock of a profile that began 7 ns earlier")
          .isEqualTo(works.getFirst().start() + 7);
    }
  }

  @Test
  void an_emulated_kernel_has_counts() {
    var traced = new TracedGpu(new EmulatedGpu().mode(Mode.COUNTERS));
    try (var gpu = Gpu.on(traced)) {
      var y = gpu.floats("y", 64);
      new CourseKernels(gpu).scale(3, gpu.floatsOf("x", new float[64]), y);
      y.toFloats();
      var works = traced.works();
      assertThat(works.stream().map(w -> w.name() + " " + w.counts().get("bytes")).toList())
          .containsExactly("copy up 256", "scale null", "copy down 256");
      assertThat(works.get(1).counts())
          .as("64 numbers read and written, 8 sectors of 32 bytes each way, a product each")
          .containsEntry("bytes of sectors", 512L)
          .containsEntry("bytes of sectors, line 14", 512L)
          .containsEntry("flops", 64L)
          .containsEntry("flops, line 14", 64L)
          .doesNotContainKey("flops, line 13");
    }
  }
}
