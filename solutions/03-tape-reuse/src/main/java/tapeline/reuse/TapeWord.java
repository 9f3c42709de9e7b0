package tapeline.reuse;

/// One instruction in one `long`: an op and its two operands.
///
/// ```text
/// bit 63 … 58   57 … 29      28 … 0
///     op        left         right
///     6 bits    29 bits      29 bits
/// ```
///
/// An op is 0 … 63. An operand is a slot of a [FlatTape], negative for a constant, so each field
/// keeps the 29 low bits of the slot's two's complement: −2²⁸ … 2²⁸ − 1.
public final class TapeWord {
  /// The bits of an operand.
  static final int OPERAND_BITS = 29;

  static final int OP_BITS = 6;
  static final int OP_SHIFT = 2 * OPERAND_BITS;

  /// The 29 low bits.
  static final long OPERAND = (1L << OPERAND_BITS) - 1;

  /// How many slots of one sign an operand can name: 2²⁸.
  static final int SLOTS = 1 << (OPERAND_BITS - 1);

  private TapeWord() {}

  /// The op, 0 … 63.
  public static int op(long word) {
    return (int) (word >>> OP_SHIFT);
  }

  // BEGIN SOLUTION 03.1 "pack an instruction" 15 points
  /// The word of `op` on `left` and `right`. O(1), no branch; the fields' ranges are the caller's
  /// promise.
  public static long pack(int op, int left, int right) {
    return ((long) op << OP_SHIFT) | ((left & OPERAND) << OPERAND_BITS) | (right & OPERAND);
  }

  /// The left operand, with its sign.
  public static int left(long word) {
    return (int) (word << OP_BITS >> (OP_BITS + OPERAND_BITS));
  }

  /// The right operand, with its sign.
  public static int right(long word) {
    return (int) (word << (OP_BITS + OPERAND_BITS) >> (OP_BITS + OPERAND_BITS));
  }
  // STUB /// The word of `op` on `left` and `right`. O(1), no branch; the fields' ranges are the
  // STUB /// caller's promise.
  // STUB public static long pack(int op, int left, int right) {
  // STUB   // TODO 03.1 — 3 lines in three bodies. Three fields, shifted to their places and joined
  // STUB   // with |. The int −1 becomes a long of 64 ones: what must be cut off before it is
  // STUB   // joined?
  // STUB   throw new Todo("03.1", "pack");
  // STUB }
  // STUB
  // STUB /// The left operand, with its sign.
  // STUB public static int left(long word) {
  // STUB   // −1 was cut to 29 bits, and is to be −1 again. A shift to the right, >>, repeats the
  // STUB   // highest bit of the word: where must the operand's sign stand before it?
  // STUB   throw new Todo("03.1", "left");
  // STUB }
  // STUB
  // STUB /// The right operand, with its sign.
  // STUB public static int right(long word) {
  // STUB   throw new Todo("03.1", "right");
  // STUB }
  // END SOLUTION
}
