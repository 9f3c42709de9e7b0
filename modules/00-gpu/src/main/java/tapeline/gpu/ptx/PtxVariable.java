package tapeline.gpu.ptx;

import java.util.List;

/// A variable in memory: its space (`global`, `const`, `shared`, `local`, `param`), place and first
/// contents.
///
/// @param offset where it lies in the shared, local or param memory of its function; module
///   variables get an address when loaded
/// @param values the initialiser, element by element; a symbol stands for its address
public record PtxVariable(
    String name,
    String space,
    PtxType type,
    int align,
    int bytes,
    int offset,
    boolean external,
    List<Operand> values) {
  PtxVariable at(int newOffset) {
    return new PtxVariable(name, space, type, align, bytes, newOffset, external, values);
  }

  static int roundUp(int offset, int align) {
    return (offset + align - 1) / align * align;
  }
}
