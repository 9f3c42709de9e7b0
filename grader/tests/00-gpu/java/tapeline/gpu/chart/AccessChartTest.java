package tapeline.gpu.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.LaunchReport;
import tapeline.gpu.emulator.Mode;
import tapeline.gpu.emulator.watch.AccessPattern;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.KernelLine;
import tapeline.gpu.ptx.Opcode;
import tapeline.tests.Locales;
import tapeline.tests.Resource;

class AccessChartTest {
  private static final long HEAP = 0x1000;
  private static final int ALL = -1;

  private static AccessPattern request(
      Opcode opcode, boolean shared, int bytes, int lanes, IntToLongFunction address) {
    var addresses = new long[32];
    Arrays.setAll(addresses, address);
    var source = new KernelLine("/home/ada/transpose.cu", 9);
    var instruction = new Instruction(0, opcode, List.of(), List.of(), null, List.of(), source, "");
    return new AccessPattern(instruction, shared, opcode == Opcode.LD, bytes, lanes, addresses, 0);
  }

  private static AccessPattern global(int bytes, IntToLongFunction address) {
    return request(Opcode.LD, false, bytes, ALL, address);
  }

  private static AccessPattern shared(int bytes, IntToLongFunction address) {
    return request(Opcode.LD, true, bytes, ALL, address);
  }

  private static String sentence(AccessPattern pattern) {
    return AccessLayout.of(pattern).sentence();
  }

  /// @param at the first lane's address
  /// @param apart bytes from one lane's address to the next one's
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          neighbours                      | global |  4 | 0x1000 |    4 | 4 sectors for 128 bytes: as few as can be
          a column of a matrix            | global |  4 | 0x1000 | 1200 | 32 sectors for 128 bytes: 8 times as many as needed
          neighbours from inside a sector | global |  4 | 0x1004 |    4 | 5 sectors for 128 bytes: 1.25 times as many as needed
          one number for all              | global |  4 | 0x1008 |    0 | 1 sector for 4 bytes: as few as can be
          single bytes side by side       | global |  1 | 0x1000 |    1 | 1 sector for 32 bytes: as few as can be
          a column of 32 words            | shared |  4 |      0 |  128 | 32-way bank conflict: 32 wavefronts where 1 would do
          a column of 33 words            | shared |  4 |      0 |  132 | 1 wavefront: no bank conflict
          every other word                | shared |  4 |      0 |    8 | 2-way bank conflict: 2 wavefronts where 1 would do
          one word for all                | shared |  4 |    256 |    0 | 1 wavefront: no bank conflict
          16 bytes a lane                 | shared | 16 |      0 |   16 | 4 wavefronts: no bank conflict
          16 bytes a lane, every other    | shared | 16 |      0 |   32 | 2-way bank conflict: 8 wavefronts where 4 would do
          """)
  void a_sentence_says_what_a_request_costs(
      String lanes, String space, int bytes, long at, long apart, String sentence) {
    var pattern = request(Opcode.LD, space.equals("shared"), bytes, ALL, i -> at + apart * i);
    assertThat(sentence(pattern)).as(lanes).isEqualTo(sentence);
  }

  @Test
  void lanes_that_take_no_part_ask_for_nothing() {
    var some = request(Opcode.ST, false, 4, 0x1ffff, i -> HEAP + 4L * 64 * i);
    assertThat(AccessLayout.of(some).where())
        .isEqualTo("transpose.cu:9: a store of 4 bytes by 17 of 32 lanes");
    assertThat(sentence(some)).isEqualTo("17 sectors for 68 bytes: 5.67 times as many as needed");
    assertThat(AccessLayout.of(some).row(17)).as("the row of a lane that rests").isEqualTo(-1);
  }

  @Test
  void atomics_on_one_word_come_one_after_another() {
    var counter = request(Opcode.ATOM, true, 4, ALL, _ -> 0);
    assertThat(sentence(counter)).isEqualTo("32-way bank conflict: 32 wavefronts where 1 would do");
    assertThat(AccessLayout.of(counter).where()).contains("an atomic update of 4 bytes");
  }

  @Test
  void a_layout_has_as_many_rows_as_the_emulator_counted() {
    int requests = 0;
    for (var kernel : List.of("transpose_naive", "transpose_tile", "transpose_pad")) {
      for (var count : transposed(kernel, 70, 41).instructions()) {
        var pattern = count.worst();
        if (pattern != null) {
          requests++;
          assertThat(AccessLayout.of(pattern).rows())
              .as("%s: %s", kernel, AccessLayout.of(pattern).where())
              .hasSize(pattern.cost());
        }
      }
    }
    assertThat(requests).as("loads and stores of three kernels").isGreaterThanOrEqualTo(10);
  }

  @Test
  void a_picture_brings_its_own_ground() {
    var style = AccessChart.ofGlobal(transposed("transpose_naive", 70, 41)).svg();
    int dark = style.indexOf("prefers-color-scheme: dark");
    assertThat(style.substring(0, dark))
        .as("for dark words, where the reader's system is light and the page may be dark")
        .contains(".tape-warp { background: #ffffff }");
    assertThat(style.substring(dark))
        .as("for light words, where the reader's system is dark and the page may be light")
        .contains(".tape-warp { background: #111111 }");
  }

  @Test
  void the_worst_request_of_a_launch_is_the_one_that_is_drawn() {
    var naive = transposed("transpose_naive", 70, 41);
    assertThat(AccessChart.ofGlobal(naive).title())
        .matches("transpose.cu:\\d+: a store of 4 bytes by each of 32 lanes. 32 sectors .*");
    assertThat(AccessChart.ofShared(transposed("transpose_tile", 70, 41)).title())
        .endsWith("32-way bank conflict: 32 wavefronts where 1 would do");
    assertThat(AccessChart.ofShared(transposed("transpose_pad", 70, 41)).title())
        .endsWith("1 wavefront: no bank conflict");
  }

  @Test
  void without_a_request_there_is_nothing_to_draw() {
    var naive = transposed("transpose_naive", 70, 41);
    assertThatThrownBy(() -> AccessChart.ofShared(naive))
        .hasMessage(
            "a chart needs a request to shared memory: transpose_naive made none, or was launched"
                + " in Mode.PLAIN, which does not count them");
  }

  @Test
  void text_shows_which_lane_uses_which_word() {
    assertThat(AccessChart.text(global(4, i -> HEAP + 4L * i)))
        .isEqualTo(
            """
            transpose.cu:9: a load of 4 bytes by each of 32 lanes
            4 sectors for 128 bytes: as few as can be
            byte 0          0   1   2   3   4   5   6   7
            byte 32         8   9  10  11  12  13  14  15
            byte 64        16  17  18  19  20  21  22  23
            byte 96        24  25  26  27  28  29  30  31
            """);
    assertThat(AccessChart.text(global(4, _ -> HEAP + 4)).lines().toList().getLast())
        .isEqualTo("byte 0          · 32×   ·   ·   ·   ·   ·   ·");
  }

  @Test
  void text_of_many_rows_stops_after_eight() {
    assertThat(AccessChart.text(shared(4, i -> 4L * 32 * i)).lines())
        .hasSize(2 + 8 + 1)
        .contains("wavefront 8   ■·······························", "… 24 more");
  }

  @Test
  void a_picture_is_well_formed_and_the_same_each_time() throws Exception {
    var pattern = shared(4, i -> 4L * 32 * i);
    var svg = AccessChart.of(pattern).svg();
    assertThat(elements(svg, "rect")).as("32 lanes, 32 rows of 32").hasSize(32 + 32 * 32);
    assertThat(elements(svg, "path")).as("a line for each lane").hasSize(32);
    assertThat(AccessChart.of(pattern).svg()).isEqualTo(svg);
  }

  @Test
  void it_is_the_same_picture_and_text_whatever_the_locale() {
    for (var pattern : List.of(global(4, i -> HEAP + 4L * 300 * i), shared(4, i -> 128L * i))) {
      var here = AccessChart.of(pattern).svg() + AccessChart.text(pattern);
      assertThat(Locales.each(() -> AccessChart.of(pattern).svg() + AccessChart.text(pattern)))
          .allSatisfy((locale, there) -> assertThat(there).as(locale).isEqualTo(here));
    }
  }

  @Test
  void boxes_of_a_picture_do_not_overlap_and_lie_inside_it() throws Exception {
    for (var pattern : examples()) {
      var svg = AccessChart.of(pattern).svg();
      var root = elements(svg, "svg").getFirst();
      var boxes = new ArrayList<double[]>();
      for (var rect : elements(svg, "rect")) {
        double x = number(rect, "x");
        double y = number(rect, "y");
        boxes.add(new double[] {x, y, x + number(rect, "width"), y + number(rect, "height")});
      }
      for (int i = 0; i < boxes.size(); i++) {
        var a = boxes.get(i);
        assertThat(a[0] >= 0 && a[1] >= 0).isTrue();
        assertThat(a[2]).isLessThanOrEqualTo(number(root, "width"));
        assertThat(a[3]).isLessThanOrEqualTo(number(root, "height"));
        for (var b : boxes.subList(0, i)) {
          boolean apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
          if (!apart) { // an assertion for each of so many pairs would take half a minute
            fail("%s and %s in: %s", Arrays.toString(a), Arrays.toString(b), sentence(pattern));
          }
        }
      }
    }
  }

  @Test
  void text_of_a_picture_has_room() throws Exception {
    for (var pattern : examples()) {
      var svg = AccessChart.of(pattern).svg();
      double width = number(elements(svg, "svg").getFirst(), "width");
      for (var text : elements(svg, "text")) {
        var look = text.getAttribute("class");
        double letter = 0.61 * (look.equals("title") ? 13 : look.equals("where") ? 12 : 10);
        double length = letter * text.getTextContent().length();
        double x = number(text, "x") - (look.contains("middle") ? length / 2 : 0);
        assertThat(x).as("left of '%s'", text.getTextContent()).isNotNegative();
        assertThat(x + length).as("right of '%s'", text.getTextContent()).isLessThan(width);
      }
    }
  }

  private static List<AccessPattern> examples() {
    return List.of(
        global(4, i -> HEAP + 4L * i),
        global(4, i -> HEAP + (1L << 27) * i),
        global(16, i -> HEAP + 16L * i),
        global(4, _ -> HEAP),
        request(Opcode.RED, false, 4, 0x00ff00ff, i -> HEAP + 4L * (i % 3)),
        shared(4, i -> 4L * i),
        shared(4, i -> 4L * 32 * i),
        shared(16, i -> 16L * i),
        shared(4, _ -> 0),
        request(Opcode.ATOM, true, 4, ALL, i -> 4L * (i % 5)));
  }

  private static double number(Element element, String name) {
    return Double.parseDouble(element.getAttribute(name));
  }

  private static List<Element> elements(String svg, String name) throws Exception {
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    var found = document.getElementsByTagName(name);
    var elements = new ArrayList<Element>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  private LaunchReport transposed(String kernel, int width, int height) {
    var device = new EmulatedGpu().mode(Mode.COUNTERS);
    try (var gpu = Gpu.on(device)) {
      var x = gpu.floatsOf("x", new float[width * height]);
      var y = gpu.floats("y", width * height);
      var grid = Dim3.of(Math.ceilDiv(width, 32), Math.ceilDiv(height, 32));
      var launch = GpuLaunch.of(grid, Dim3.of(32, 8));
      gpu.load(Resource.text(getClass(), "/kernels/transpose.ptx"))
          .kernel(kernel)
          .launch(launch, x, y, width, height);
      return device.lastReport();
    }
  }
}
