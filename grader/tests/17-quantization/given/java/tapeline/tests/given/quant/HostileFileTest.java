package tapeline.tests.given.quant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.quant.QuantizedMatrix;
import tapeline.quant.StoredTensor;
import tapeline.quant.TensorFile;
import tapeline.quant.WeightFormat;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Thrown;

class HostileFileTest {
  private static final String REFUSED = "IllegalArgumentException: no tensor file: ";

  private static byte[] file(String header, int data) {
    return file(header.getBytes(StandardCharsets.UTF_8).length, header, data);
  }

  private static byte[] file(long length, String header, int data) {
    var json = header.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + json.length + data)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(length)
        .put(json)
        .array();
  }

  private static String refused(String header, int data) {
    return Thrown.by(() -> TensorFile.of(file(header, data)));
  }

  private static String entry(String name, String dtype, String shape, String offsets) {
    return "\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":%s}"
        .formatted(name, dtype, shape, offsets);
  }

  private static TensorFile two() {
    return new TensorFile(
        List.of(
            StoredTensor.float16("w", Tensor.of(new float[][] {{1, -2, 3}, {0.5f, 0, 65504}})),
            StoredTensor.float32("b", Tensor.vector(1, Float.MIN_VALUE, Float.NaN))));
  }

  @Test
  void the_bytes_of_a_file() {
    var bytes = two().bytes();
    assertThat(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong() % 8)
        .as("the header's length, of whose division by 8 nothing remains")
        .isEqualTo(0);
    assertThat(new String(bytes, 8, bytes.length - 32, StandardCharsets.UTF_8).strip())
        .as("the header")
        .isEqualTo(
            "{"
                + entry("w", "F16", "[2,3]", "[0,12]")
                + ","
                + entry("b", "F32", "[3]", "[12,24]")
                + "}");
    assertThat(Arrays.copyOfRange(bytes, bytes.length - 24, bytes.length - 20))
        .as("1 and −2 in float16, little-endian")
        .containsExactly(0x00, 0x3C, 0x00, 0xC0);
  }

  @Test
  void a_file_comes_back_byte_by_byte(@TempDir Path folder) throws IOException {
    var file = folder.resolve("model.safetensors");
    Files.writeString(file, "an older one");
    two().write(file);
    var read = TensorFile.read(file);
    assertThat(read.bytes()).as("the bytes of what was read").isEqualTo(Files.readAllBytes(file));
    assertThat(read.get("b").numbers().toArray())
        .as("the second tensor")
        .containsExactly(1, Float.MIN_VALUE, Float.NaN);
    try (var files = Files.list(folder)) {
      assertThat(files.count()).as("files in the folder, no part being left").isEqualTo(1);
    }
    assertThat(new TensorFile(List.of()).bytes())
        .as("a file without tensors: 8, then {} and blanks")
        .isEqualTo(file(8, "{}      ", 0));
  }

  @Test
  void texts_and_another_order_are_read() {
    var header =
        "{\"__metadata__\":{\"by\":\"hand\"},"
            + entry("late", "I8", "[2,1]", "[4,6]")
            + ","
            + entry("early", "F32", "[]", "[0,4]")
            + ","
            + entry("none", "F16", "[3,0]", "[4,4]")
            + "}";
    assertThat(TensorFile.of(file(header, 6)).tensors().stream().map(StoredTensor::name))
        .as("names in the order of the data")
        .containsExactly("early", "none", "late");
  }

  @Test
  void lengths_that_lie() {
    assertThat(Thrown.by(() -> TensorFile.of((byte) 1, (byte) 2)))
        .as("two bytes")
        .isEqualTo(REFUSED + "it begins with 8 bytes, got 2");
    for (long length : new long[] {3, 0, -1, Long.MIN_VALUE, 1L << 33}) {
      assertThat(Thrown.by(() -> TensorFile.of(file(length, "{}", 0))))
          .as("a header that says it has %d bytes, in a file of 10", length)
          .isEqualTo(
              REFUSED
                  + "a header has 2 to 2 bytes in a file of 10, got "
                  + Long.toUnsignedString(length));
    }
    var whole = two().bytes();
    for (int cut = 0; cut < whole.length; cut++) {
      var part = Arrays.copyOf(whole, cut);
      assertThat(Thrown.by(() -> TensorFile.of(part)))
          .as("the first %d of %d bytes", cut, whole.length)
          .startsWith(REFUSED);
    }
    assertThat(Thrown.by(() -> TensorFile.of(Arrays.copyOf(whole, whole.length + 1))))
        .as("a byte more")
        .isEqualTo(REFUSED + "its data ends with the last tensor at 24, got 25 bytes");
  }

  @Test
  void headers_that_are_none() {
    assertThat(refused("[1]", 0))
        .as("a list")
        .isEqualTo(REFUSED + "its header is an object of JSON, got another value");
    assertThat(refused("{\"a\":", 0)).as("half of JSON").startsWith(REFUSED + "its header is JSON");
    assertThat(refused("{} {}", 0)).as("two objects").startsWith(REFUSED + "its header is JSON");
    assertThat(refused("[".repeat(5000), 0)).as("5,000 brackets").startsWith(REFUSED);
    assertThat(refused("        ", 0)).as("blanks").startsWith(REFUSED);
    var a = entry("a", "I8", "[1]", "[0,1]");
    assertThat(refused("{%s,%s}".formatted(a, entry("a", "I8", "[1]", "[1,2]")), 2))
        .as("a name twice")
        .isEqualTo(REFUSED + "its header is JSON: Duplicate field 'a'");
  }

  @Test
  void entries_that_say_too_little_or_too_much() {
    for (var bad :
        new String[] {
          "\"a\":7",
          "\"a\":{}",
          entry("a", "F64", "[1]", "[0,8]"),
          entry("a", "I8", "1", "[0,8]"),
          entry("a", "I8", "[8.5]", "[0,8]"),
          entry("a", "I8", "[-8]", "[0,8]"),
          entry("a", "I8", "[4294967304]", "[0,8]"),
          entry("a", "I8", "[8]", "[0]"),
          entry("a", "I8", "[8]", "[0,8,8]"),
          entry("a", "I8", "[8]", "[0,\"8\"]"),
          entry("a", "I8", "[8]", "[0,18446744073709551624]"),
          entry("a", "I8", "[8]", "[0,8.0]"),
          "\"a\":{\"dtype\":\"I8\",\"shape\":[8],\"data_offsets\":[0,8],\"run\":\"me\"}"
        }) {
      assertThat(refused("{" + bad + "}", 8))
          .as("the entry %s", bad)
          .startsWith(
              REFUSED + "a has a dtype of [F32, F16, I8, U8], a shape and two data_offsets, got ");
    }
    assertThat(refused("{" + entry("a", "F16", "[3]", "[0,8]") + "}", 8))
        .as("three numbers of two bytes in eight")
        .isEqualTo(
            "IllegalArgumentException: a of F16 has as many bytes as its shape [3] needs, got 8");
    assertThat(refused("{" + entry("a", "F32", "[65536,65536,65536,65536]", "[0,0]") + "}", 0))
        .as("2⁶⁴ numbers, which a product in 64 bits takes for 0")
        .startsWith("IllegalArgumentException: a of F32 has as many bytes as its shape");
  }

  /// Sixteen numbers and sixteen zeros are a block, as 32 numbers are: the shape tells them apart.
  @Test
  void a_weight_in_blocks_has_its_shape() {
    var matrix = QuantizedMatrix.of(Tensor.full(3, 2, 16), WeightFormat.INT4_GROUPS);
    var file = new TensorFile(List.of(StoredTensor.blocks("w", Shape.of(16, 2), matrix))).bytes();
    var read = TensorFile.of(file);
    assertThat(read.get("w").weight()).as("the shape of the weight").containsExactly(16, 2);
    assertThat(read.bytes()).as("the bytes of what was read").isEqualTo(file);
    for (var bad :
        new String[][] {
          {"\"33,1\"", "w has as many blocks of 32 as its weight [33, 1] needs, got 1"},
          {"\"0,2\"", "w has as many blocks of 32 as its weight [0, 2] needs, got 1"},
          {
            "\"65536,65536,65536,65536\"",
            "w has as many blocks of 32 as its weight [65536, 65536, 65536, 65536] needs, got 1"
          },
          {
            "\"-16,-2\"",
            "no tensor file: the weight w has lengths with commas between, got \"-16,-2\""
          },
          {"\"16,\"", "no tensor file: the weight w has lengths with commas between, got \"16,\""},
          {
            "\"9999999999\"",
            "no tensor file: the weight w has lengths with commas between, got \"9999999999\""
          },
          {"[16,2]", "no tensor file: the weight w has lengths with commas between, got [16,2]"}
        }) {
      var header =
          "{\"__metadata__\":{\"w\":%s},%s}"
              .formatted(bad[0], entry("w", "U8", "[1,18]", "[0,18]"));
      assertThat(refused(header, 18))
          .as("a weight in a block whose shape is said to be %s", bad[0])
          .isEqualTo("IllegalArgumentException: " + bad[1]);
    }
    var odd = "{\"__metadata__\":{\"w\":\"4\"},%s}".formatted(entry("w", "I8", "[4]", "[0,4]"));
    assertThat(refused(odd, 4))
        .as("a weight in bytes that are no blocks")
        .isEqualTo(
            "IllegalArgumentException: w needs blocks, I8 (blocks,2 + group) or U8 (blocks,18), got"
                + " I8 [4]");
  }

  @Test
  void offsets_that_overlap_leave_gaps_or_lead_away() {
    var cases =
        new String[][] {
          {"[0,4]", "[2,6]", "the data of b begins at 4 and ends by 8, got 2 to 6"},
          {"[0,4]", "[0,4]", "the data of b begins at 4 and ends by 8, got 0 to 4"},
          {"[0,3]", "[4,8]", "the data of b begins at 3 and ends by 8, got 4 to 8"},
          {"[1,4]", "[4,8]", "the data of a begins at 0 and ends by 8, got 1 to 4"},
          {"[-4,0]", "[0,8]", "the data of a begins at 0 and ends by 8, got -4 to 0"},
          {"[0,4]", "[4,9]", "the data of b begins at 4 and ends by 8, got 4 to 9"},
          {"[0,4]", "[4,2]", "the data of b begins at 4 and ends by 8, got 4 to 2"},
          {
            "[0,4]",
            "[4,9223372036854775807]",
            "the data of b begins at 4 and ends by 8, got 4 to 9223372036854775807"
          },
        };
    for (var c : cases) {
      var header =
          "{%s,%s}".formatted(entry("a", "I8", "[4]", c[0]), entry("b", "I8", "[4]", c[1]));
      assertThat(refused(header, 8)).as("data at %s and %s", c[0], c[1]).isEqualTo(REFUSED + c[2]);
    }
  }

  /// Whatever is changed in a file, it is read or refused by a message, and never anything else.
  @Test
  void files_with_bytes_changed_by_chance() {
    var random = new Random(17);
    var whole = two().bytes();
    for (int i = 0; i < 3000; i++) {
      var bytes = whole.clone();
      for (int n = 0; n <= random.nextInt(3); n++) {
        bytes[random.nextInt(bytes.length - 24)] = (byte) random.nextInt();
      }
      try {
        TensorFile.of(bytes);
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).as("the message of change %d", i).isNotBlank();
      }
    }
  }

  @Test
  void names_twice_and_other_mistakes_in_writing() {
    var a = StoredTensor.float32("a", Tensor.vector(1));
    assertThat(Thrown.by(() -> new TensorFile(List.of(a, a))))
        .as("two tensors with one name")
        .isEqualTo(
            "IllegalArgumentException: each tensor has a name of its own, none of them"
                + " __metadata__, got a again");
    assertThat(Thrown.by(() -> StoredTensor.float16("w", Tensor.vector(65520))))
        .as("65520 in float16")
        .isEqualTo("IllegalArgumentException: w is kept in float16, at most 65504, got 65520.0");
    assertThat(Thrown.by(() -> two().get("v")))
        .as("a tensor that is not there")
        .isEqualTo("IllegalArgumentException: the file has no tensor v");
  }
}
