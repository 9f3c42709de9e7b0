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

/// A tensor's entry in the header of a [TensorFile].
///
/// @param begin where its data begins
/// @param end where it ends
record TensorHeader(
    String name, StoredTensor.Type type, List<Integer> shape, long begin, long end) {
  /// The name under which a file may have texts of its own, which are not read.
  static final String METADATA = "__metadata__";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /// The header of tensors whose data follow each other.
  static byte[] json(List<StoredTensor> tensors) {
    var header = JSON.createObjectNode();
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
    for (var entry : tree(new String(json, StandardCharsets.UTF_8)).properties()) {
      if (!entry.getKey().equals(METADATA)) {
        all.add(of(entry.getKey(), entry.getValue()));
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

  private static TensorHeader of(String name, JsonNode entry) {
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
    return new TensorHeader(
        name, type.get(), shape, offsets.path(0).longValue(), offsets.path(1).longValue());
  }

  static IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("no tensor file: " + why);
  }
}
