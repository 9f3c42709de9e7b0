package tapeline.gpu.ptx;

import java.util.BitSet;

/// Which registers are still needed where: the others need not be kept.
public final class Liveness {
  private final PtxFunction function;
  private final ControlFlow flow;
  private final BitSet[] atEnd;

  public Liveness(PtxFunction function, ControlFlow flow) {
    this.function = function;
    this.flow = flow;
    var blocks = flow.blocks();
    atEnd = new BitSet[blocks.size()];
    for (int b = 0; b < atEnd.length; b++) {
      atEnd[b] = new BitSet();
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = atEnd.length - 1; b >= 0; b--) {
        var needed = new BitSet();
        for (int successor : blocks.get(b).successors()) {
          if (successor < atEnd.length) {
            needed.or(before(blocks.get(successor).start(), atEnd[successor]));
          }
        }
        changed |= !needed.equals(atEnd[b]);
        atEnd[b] = needed;
      }
    }
  }

  /// The registers whose value may be read at `instruction` or later; see [#bit].
  public BitSet before(int instruction) {
    if (instruction >= function.body().size()) {
      return new BitSet();
    }
    return before(instruction, atEnd[flow.blockAt(instruction).id()]);
  }

  private BitSet before(int instruction, BitSet atEndOfBlock) {
    var needed = (BitSet) atEndOfBlock.clone();
    for (int i = flow.blockAt(instruction).end() - 1; i >= instruction; i--) {
      var in = function.body().get(i);
      if (in.guarded().isEmpty()) { // a guarded write may leave the old value
        in.written().forEach(register -> needed.clear(bit(register)));
      }
      in.read().forEach(register -> needed.set(bit(register)));
    }
    return needed;
  }

  /// The bit of a register: predicates have the odd ones.
  public static int bit(Operand.Register register) {
    return 2 * register.index() + (register.isPredicate() ? 1 : 0);
  }
}
