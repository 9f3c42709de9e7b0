package tapeline.quant;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/// Tensors in a file of the safetensors format: names and bytes, and nothing that is run.
///
/// ```text
/// 8 bytes    n, the length of the header, little-endian
/// n bytes    {"b":{"dtype":"F16","shape":[2,3],"data_offsets":[0,12]}, …}, blanks at its end
/// the rest   the data, to which the offsets refer: each byte belongs to one tensor
/// ```
///
/// A weight in blocks has their shape, (blocks, bytes of a block), and its own as a text:
/// `"__metadata__":{"w":"64,16"}, "w":{"dtype":"U8","shape":[32,18], …}`.
///
/// @param tensors in the order of their data
public record TensorFile(List<StoredTensor> tensors) {
  private static final int LENGTH = 8;
  private static final int MOST_HEADER = 100_000_000;

  /// @throws IllegalArgumentException when a name is there twice, or is that of the metadata
  public TensorFile {
    tensors = List.copyOf(tensors);
    var names = new HashSet<>(List.of(TensorHeader.METADATA));
    for (var t : tensors) {
      if (!names.add(t.name())) {
        throw new IllegalArgumentException(
            "each tensor has a name of its own, none of them %s, got %s again"
                .formatted(TensorHeader.METADATA, t.name()));
      }
    }
  }

  /// The tensor of this name.
  ///
  /// @throws IllegalArgumentException when there is none
  public StoredTensor get(String name) {
    return tensors.stream()
        .filter(t -> t.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the file has no tensor " + name));
  }

  /// The bytes of the file: the same for the same tensors.
  public byte[] bytes() {
    var json = TensorHeader.json(tensors);
    int length = Math.ceilDiv(json.length, LENGTH) * LENGTH;
    int data = tensors.stream().mapToInt(t -> t.bytes().length).sum();
    var all = ByteBuffer.allocate(LENGTH + length + data).order(ByteOrder.LITTLE_ENDIAN);
    all.putLong(length).put(json);
    while (all.position() < LENGTH + length) {
      all.put((byte) ' ');
    }
    tensors.forEach(t -> all.put(t.bytes()));
    return all.array();
  }

  /// Writes the file. One that was there before stays whole until this one is.
  public void write(Path file) throws IOException {
    var part = file.resolveSibling(file.getFileName() + ".part");
    Files.write(part, bytes());
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Reads a file.
  ///
  /// @throws IllegalArgumentException when it is refused, see [#of]
  public static TensorFile read(Path file) throws IOException {
    return of(Files.readAllBytes(file));
  }

  /// The tensors of a file's bytes, from any source.
  ///
  /// @throws IllegalArgumentException unless the header is as long as it says and JSON, each name
  ///   is there once with a known type and a shape that has as many bytes as its offsets, weights
  ///   have as many blocks as they need, and the tensors cover the data without gap or overlap
  public static TensorFile of(byte... file) {
    int most = Math.min(MOST_HEADER, file.length - LENGTH);
    if (most < 0) {
      throw TensorHeader.refused("it begins with 8 bytes, got %d".formatted(file.length));
    }
    long length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (length < 2 || length > most) {
      throw TensorHeader.refused(
          "a header has 2 to %d bytes in a file of %d, got %s"
              .formatted(most, file.length, Long.toUnsignedString(length)));
    }
    int start = LENGTH + (int) length;
    var tensors = new ArrayList<StoredTensor>();
    for (var h : TensorHeader.all(Arrays.copyOfRange(file, LENGTH, start), file.length - start)) {
      var data = Arrays.copyOfRange(file, start + (int) h.begin(), start + (int) h.end());
      tensors.add(new StoredTensor(h.name(), h.type(), h.shape(), h.weight(), data));
    }
    return new TensorFile(tensors);
  }
}
