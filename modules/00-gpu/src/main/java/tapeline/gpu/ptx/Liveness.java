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

  /// The most 32-bit words of registers that are needed at one time: about as many as a thread gets
  /// on a card.
  public int mostWords() {
    var doubled = new BitSet(); // registers of two words
    function.body().stream()
        .flatMap(in -> in.read().stream())
        .filter(register -> register.type().bytes() == 8)
        .forEach(register -> doubled.set(bit(register)));
    int most = 0;
    for (var block : flow.blocks()) {
      var needed = (BitSet) atEnd[block.id()].clone();
      for (int i = block.end() - 1; i >= block.start(); i--) {
        var in = function.body().get(i);
        if (in.guarded().isEmpty()) {
          in.written().forEach(register -> needed.clear(bit(register)));
        }
        in.read().forEach(register -> needed.set(bit(register)));
        int words = 0;
        for (int b = needed.nextSetBit(0); b >= 0; b = needed.nextSetBit(b + 1)) {
          words +=
              b % 2 == 1 ? 0 : doubled.get(b) ? 2 : 1; // predicates have registers of their own
        }
        most = Math.max(most, words);
      }
    }
    return most;
  }

  /// The bit of a register: predicates have the odd ones.
  public static int bit(Operand.Register register) {
    return 2 * register.index() + (register.isPredicate() ? 1 : 0);
  }
}
