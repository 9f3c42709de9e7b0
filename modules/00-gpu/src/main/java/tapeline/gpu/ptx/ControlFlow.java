package tapeline.gpu.ptx;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// Basic blocks of a function and where divergent lanes meet again.
///
/// Lanes of a warp that go separate ways at a branch meet at its immediate post-dominator: the
/// first instruction that every way to the end passes through.
public final class ControlFlow {
  /// Instructions `start` to `end - 1`, always executed together.
  public record BasicBlock(int id, int start, int end, int[] successors) {}

  /// The functions of CUDA's own that each lane calls for itself.
  private static final Set<String> OF_EACH_LANE = Set.of("vprintf", "__assertfail");

  private final PtxFunction function;
  private final List<BasicBlock> blocks = new ArrayList<>();
  private final int[] blockOf;
  private final int[] postDominator;

  public ControlFlow(PtxFunction function) {
    this.function = function;
    int n = function.body().size();
    blockOf = new int[n + 1];
    cut(leaders(n), n);
    postDominator = postDominators();
  }

  public List<BasicBlock> blocks() {
    return blocks;
  }

  public BasicBlock blockAt(int instruction) {
    return blocks.get(blockOf[instruction]);
  }

  /// Returns the reconvergence point of a branch; the function's length stands for its end.
  public int meetingPoint(int instruction) {
    int block = postDominator[blockOf[instruction]];
    return block == blocks.size() ? function.body().size() : blocks.get(block).start();
  }

  /// Returns how far lanes may diverge from `from` on: up to the first instruction for which a
  /// warp's lanes have to be together, or to a branch with such an instruction on one of its paths;
  /// at most `limit`.
  public int apart(int from, int limit) {
    int at = from;
    while (at < function.body().size() && at != limit && !joins(at)) {
      var block = blockAt(at);
      if (at + 1 < block.end()) {
        at++;
      } else if (joinsOnTheWay(block, blockOf[meetingPoint(at)])) {
        return at;
      } else {
        at = meetingPoint(at);
      }
    }
    return at;
  }

  private boolean joins(int at) {
    var opcode = function.body().get(at).opcode();
    return opcode.kind() == Opcode.Kind.WARP
        || opcode.kind() == Opcode.Kind.TENSOR
        || opcode == Opcode.LDMATRIX
        || opcode == Opcode.BAR
        || opcode == Opcode.BARRIER
        || (opcode == Opcode.CALL && !isOfEachLane(function.body().get(at)));
  }

  private static boolean isOfEachLane(Instruction call) {
    return call.operands().stream()
        .anyMatch(o -> o instanceof Operand.Symbol symbol && OF_EACH_LANE.contains(symbol.name()));
  }

  private boolean joinsOnTheWay(BasicBlock from, int meeting) {
    var seen = new BitSet();
    var next = new ArrayDeque<BasicBlock>(List.of(from));
    while (!next.isEmpty()) {
      for (int id : next.remove().successors()) {
        if (id != meeting && id < blocks.size() && !seen.get(id)) {
          seen.set(id);
          next.add(blocks.get(id));
        }
      }
    }
    return seen.stream()
        .mapToObj(blocks::get)
        .anyMatch(b -> IntStream.range(b.start(), b.end()).anyMatch(this::joins));
  }

  /// The instructions a branch may go to.
  public static List<Integer> targets(PtxFunction function, Instruction branch) {
    if (branch.opcode() == Opcode.BRX) {
      var table = (Operand.Symbol) branch.operand(1);
      var names = function.branchTables().get(table.name());
      if (names == null) {
        throw new PtxException(branch, "no .branchtargets named " + table.name());
      }
      return names.stream().map(name -> target(function, branch, name)).toList();
    }
    return List.of(target(function, branch, ((Operand.Symbol) branch.operand(0)).name()));
  }

  private static int target(PtxFunction function, Instruction branch, String label) {
    var target = function.labels().get(label);
    if (target == null) {
      throw new PtxException(branch, "no label " + label);
    }
    return target;
  }

  private BitSet leaders(int n) {
    var leaders = new BitSet();
    leaders.set(0);
    leaders.set(n);
    function.labels().values().forEach(leaders::set);
    for (var instruction : function.body()) {
      if (instruction.opcode().endsBlock()) {
        leaders.set(instruction.index() + 1);
      }
    }
    return leaders;
  }

  private void cut(BitSet leaders, int n) {
    for (int start = 0; start < n; start = leaders.nextSetBit(start + 1)) {
      int end = leaders.nextSetBit(start + 1);
      for (int i = start; i < end; i++) {
        blockOf[i] = blocks.size();
      }
      blocks.add(new BasicBlock(blocks.size(), start, end, new int[0]));
    }
    blockOf[n] = blocks.size();
    blocks.replaceAll(b -> new BasicBlock(b.id(), b.start(), b.end(), successors(b)));
  }

  private int[] successors(BasicBlock block) {
    var last = function.body().get(block.end() - 1);
    int exit = blocks.size();
    var next = new ArrayList<Integer>();
    switch (last.opcode()) {
      case BRA, BRX -> targets(function, last).forEach(target -> next.add(blockOf[target]));
      case RET, EXIT, TRAP -> next.add(exit);
      default -> next.add(block.id() + 1);
    }
    if (last.guarded().isPresent() && last.opcode().endsBlock()) {
      next.add(block.id() + 1);
    }
    return next.stream().mapToInt(i -> i).toArray();
  }

  /// The blocks that end loops without an end, the outer ones. Where lanes of such a loop meet is
  /// found as if they could leave it there.
  private BitSet endless() {
    var endless = new BitSet();
    while (true) {
      int last = leaving(endless).previousClearBit(blocks.size() - 1);
      while (last >= 0 && !jumpsBack(last)) {
        last = leaving(endless).previousClearBit(last - 1);
      }
      if (last < 0) {
        return endless;
      }
      endless.set(last);
    }
  }

  /// The blocks from which a way leads to the end.
  private BitSet leaving(BitSet endless) {
    int exit = blocks.size();
    var leaving = (BitSet) endless.clone();
    leaving.set(exit);
    for (int before = 0; before < leaving.cardinality(); ) {
      before = leaving.cardinality();
      for (var block : blocks.reversed()) {
        if (Arrays.stream(block.successors()).anyMatch(leaving::get)) {
          leaving.set(block.id());
        }
      }
    }
    return leaving;
  }

  private boolean jumpsBack(int block) {
    return Arrays.stream(blocks.get(block).successors()).anyMatch(next -> next <= block);
  }

  private int[] postDominators() {
    var endless = endless();
    int exit = blocks.size();
    var sets = new BitSet[exit + 1];
    for (int b = 0; b < exit; b++) {
      sets[b] = new BitSet();
      sets[b].set(0, exit + 1);
    }
    sets[exit] = new BitSet();
    sets[exit].set(exit);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = exit - 1; b >= 0; b--) {
        var met = (BitSet) sets[blocks.get(b).successors()[0]].clone();
        for (int successor : blocks.get(b).successors()) {
          met.and(sets[successor]);
        }
        if (endless.get(b)) {
          met.and(sets[exit]);
        }
        met.set(b);
        changed |= !met.equals(sets[b]);
        sets[b] = met;
      }
    }
    var immediate = new int[exit + 1];
    for (int b = 0; b < exit; b++) {
      immediate[b] = nearest(sets, b, exit);
    }
    return immediate;
  }

  /// Returns the immediate post-dominator of `block`: the one with the most post-dominators of its
  /// own.
  private static int nearest(BitSet[] sets, int block, int exit) {
    int best = exit;
    for (int b = sets[block].nextSetBit(0); b >= 0 && b < exit; b = sets[block].nextSetBit(b + 1)) {
      if (b != block && (best == exit || sets[b].cardinality() > sets[best].cardinality())) {
        best = b;
      }
    }
    return best;
  }
}
