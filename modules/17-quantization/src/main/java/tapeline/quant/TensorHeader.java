package tapeline.quant;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A tensor's entry in the header of a [TensorFile].
///
/// @param weight the shape of the weight that blocks stand for; of other tensors empty
/// @param begin where its data begins
/// @param end where it ends
record TensorHeader(
    String name,
    StoredTensor.Type type,
    List<Integer> shape,
    List<Integer> weight,
    long begin,
    long end) {
  /// The name under which a file has texts: here the shape of the weight that a tensor's blocks
  /// stand for, by the tensor's name, as `64,16`. Others are not read.
  static final String METADATA = "__metadata__";

  private static final Pattern LENGTHS = Pattern.compile("[0-9]{1,9}(,[0-9]{1,9}){0,7}");

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /// The header of tensors whose data follow each other.
  static byte[] json(List<StoredTensor> tensors) {
    var header = JSON.createObjectNode();
    var weights = JSON.createObjectNode();
    for (var t : tensors) {
      if (!t.weight().isEmpty()) {
        weights.put(
            t.name(), t.weight().stream().map(String::valueOf).collect(Collectors.joining(",")));
      }
    }
    if (!weights.isEmpty()) {
      header.set(METADATA, weights);
    }
    int end = 0;
    for (var t : tensors) {
      int begin = end;
      end += t.bytes().length;
      var entry = header.putObject(t.name());
      entry.put("dtype", t.type().name());
      t.shape().forEach(entry.putArray("shape")::add);
      entry.putArray("data_offsets").add(begin).add(end);
    }
    return header.toString().getBytes(StandardCharsets.UTF_8);
  }

  /// The tensors of a header, in the order of their data, which are so many bytes.
  static List<TensorHeader> all(byte[] json, int bytes) {
    var all = new ArrayList<TensorHeader>();
    var header = tree(new String(json, StandardCharsets.UTF_8));
    for (var entry : header.properties()) {
      if (!entry.getKey().equals(METADATA)) {
        all.add(of(entry.getKey(), entry.getValue(), header.path(METADATA).path(entry.getKey())));
      }
    }
    all.sort(Comparator.comparingLong(TensorHeader::begin).thenComparingLong(TensorHeader::end));
    long at = 0;
    for (var h : all) {
      if (h.begin != at || h.end < at || h.end > bytes) {
        throw refused(
            "the data of %s begins at %d and ends by %d, got %d to %d"
                .formatted(h.name, at, bytes, h.begin, h.end));
      }
      at = h.end;
    }
    if (at != bytes) {
      throw refused("its data ends with the last tensor at %d, got %d bytes".formatted(at, bytes));
    }
    return all;
  }

  private static JsonNode tree(String header) {
    try {
      var tree = JSON.readTree(header);
      if (tree.isObject()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      throw refused("its header is JSON: " + e.getOriginalMessage());
    }
    throw refused("its header is an object of JSON, got another value");
  }

  private static TensorHeader of(String name, JsonNode entry, JsonNode text) {
    var shape = new ArrayList<Integer>();
    entry.path("shape").forEach(n -> shape.add(n.isInt() ? Math.max(n.intValue(), -1) : -1));
    var offsets = entry.path("data_offsets");
    boolean right =
        entry.size() == 3
            && entry.path("shape").isArray()
            && !shape.contains(-1)
            && offsets.size() == 2
            && offsets.path(0).isIntegralNumber()
            && offsets.path(0).canConvertToLong()
            && offsets.path(1).isIntegralNumber()
            && offsets.path(1).canConvertToLong();
    var type =
        Arrays.stream(StoredTensor.Type.values())
            .filter(t -> t.name().equals(entry.path("dtype").textValue()))
            .findFirst();
    if (!right || type.isEmpty()) {
      throw refused(
          "%s has a dtype of %s, a shape and two data_offsets, got %s"
              .formatted(name, Arrays.toString(StoredTensor.Type.values()), entry));
    }
    boolean blocks = type.get() == StoredTensor.Type.I8 || type.get() == StoredTensor.Type.U8;
    return new TensorHeader(
        name,
        type.get(),
        shape,
        blocks && !text.isMissingNode() ? weight(name, text) : List.of(),
        offsets.path(0).longValue(),
        offsets.path(1).longValue());
  }

  private static List<Integer> weight(String name, JsonNode text) {
    if (!text.isTextual() || !LENGTHS.matcher(text.textValue()).matches()) {
      throw refused("the weight %s has lengths with commas between, got %s".formatted(name, text));
    }
    return Arrays.stream(text.textValue().split(",", -1)).map(Integer::valueOf).toList();
  }

  static IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("no tensor file: " + why);
  }
}
