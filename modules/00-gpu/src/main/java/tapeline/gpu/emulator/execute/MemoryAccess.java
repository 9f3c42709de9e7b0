package tapeline.gpu.emulator.execute;

import java.util.List;
import tapeline.gpu.emulator.memory.Bytes;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;

/// A load or a store by a warp: 32 addresses at once. This is one *request*; the number of sectors
/// that it accesses decides its cost.
public final class MemoryAccess implements Step {
  public final Instruction instruction;
  public final Space space;
  public final boolean load;
  public final boolean atomic;

  /// Volatile and the like: an access by which threads talk to each other.
  public final boolean isVolatile;

  /// True if the access reads constant memory, which has a cache of its own.
  public final boolean isConstant;

  /// True if the access makes its warp's earlier writes visible to those who acquire them.
  public final boolean releases;

  /// True if its warp sees, after the access, the writes that others have released.
  public final boolean acquires;

  /// Bytes of one element, and of all the elements that one lane moves (`.v4` moves four).
  public final int elementBytes;

  public final int bytes;
  public final int[] rows;
  public final boolean signed;
  final int addressRow;
  public final boolean narrow;
  final long offset;

  /// The instruction whose addresses a watcher is told for this one's, which lie `moved` behind
  /// them: itself, or an earlier one of its compiled segment.
  public final int first;

  public final long moved;

  /// The accesses told with it: none but itself, as the interpreter tells it.
  public final MemoryAccess[] alone = {this};

  public MemoryAccess(Instruction in, Space space, RegisterRows rows) {
    this(in, space, rows, in.index(), 0);
  }

  /// One whose addresses are those of the instruction `first`, moved.
  public MemoryAccess(Instruction in, Space space, RegisterRows rows, int first, long moved) {
    this(
        in,
        space,
        in.opcode() != Opcode.ST && in.opcode() != Opcode.RED,
        in.operand(in.opcode() == Opcode.ST || in.opcode() == Opcode.RED ? 0 : 1),
        in.type().bytes(),
        parts(in.operand(in.opcode() == Opcode.ST || in.opcode() == Opcode.RED ? 1 : 0)).stream()
            .mapToInt(rows::of)
            .toArray(),
        rows,
        first,
        moved);
  }

  private MemoryAccess(
      Instruction in,
      Space space,
      boolean load,
      Operand at,
      int elementBytes,
      int[] values,
      RegisterRows rows,
      int first,
      long moved) {
    instruction = in;
    this.space = space;
    this.load = load;
    atomic =
        in.opcode().kind() == Opcode.Kind.ATOMIC
            ? !in.has("init") && !in.has("inval")
            : in.has("mbarrier");
    isVolatile = in.has("volatile") || in.has("acquire") || in.has("relaxed") || in.has("release");
    isConstant = in.has("const");
    boolean ofPhase = in.opcode() == Opcode.MBARRIER; // orders by its phases
    releases = !ofPhase && (in.has("release") || in.has("acq_rel"));
    acquires = !ofPhase && (in.has("acquire") || in.has("acq_rel"));
    signed = !in.types().isEmpty() && in.type().isSigned();
    this.elementBytes = elementBytes;
    var address = (Operand.Address) at;
    this.rows = values;
    bytes = elementBytes * values.length;
    addressRow = rows.of(address.base());
    narrow = address.base() instanceof Operand.Register register && register.type().bytes() == 4;
    offset = address.offset();
    this.first = first;
    this.moved = moved;
  }

  /// The part of one lane in an instruction that is more than a load or a store: words, unless it
  /// is less than one.
  static MemoryAccess of(
      Instruction in, Space space, boolean load, int operand, int bytes, RegisterRows rows) {
    int element = Math.min(4, bytes);
    int[] values = new int[bytes / element];
    return new MemoryAccess(
        in, space, load, in.operand(operand), element, values, rows, in.index(), 0);
  }

  private static List<Operand> parts(Operand values) {
    return values instanceof Operand.Group group ? group.parts() : List.of(values);
  }

  /// Returns whether the registers have the values that it stores.
  public boolean storesRegisters() {
    return !load && !atomic && instruction.opcode() == Opcode.ST;
  }

  /// The row of the registers with the addresses.
  public int addressRow() {
    return addressRow;
  }

  @Override
  public void run(Warp warp, int mask) {
    long[] addresses = addresses(warp, mask);
    if (space != Space.GENERIC) {
      run(warp, mask, space, addresses);
      return;
    }
    for (var part : Space.PARTS) {
      int inPart = 0;
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int lane = Integer.numberOfTrailingZeros(lanes);
        inPart |= part.holds(addresses[lane]) ? 1 << lane : 0;
      }
      if (inPart != 0) {
        for (int lanes = inPart; lanes != 0; lanes &= lanes - 1) {
          addresses[Integer.numberOfTrailingZeros(lanes)] -= part.window;
        }
        run(warp, inPart, part, addresses);
        mask &= ~inPart;
      }
    }
  }

  /// Loads the value that the first lane finds into all lanes.
  void loadAlike(Warp warp, int mask) {
    int lane = Integer.numberOfTrailingZeros(mask);
    long address = warp.registers[addressRow + lane] + offset;
    int at = warp.place(space, address, bytes, 32 * instruction.index() + lane, false);
    for (int row : rows) {
      long value = Bytes.load(warp.memory(space, lane), at, elementBytes, signed);
      WarpSteps.fill(warp.registers, row, mask, value);
      at += elementBytes;
    }
  }

  long[] addresses(Warp warp, int mask) {
    return addresses(warp, mask, warp.addresses);
  }

  long[] addresses(Warp warp, int mask, long[] addresses) {
    long[] registers = warp.registers;
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      long address = registers[addressRow + lane] + offset;
      addresses[lane] = narrow ? address & 0xffffffffL : address;
    }
    return addresses;
  }

  private void run(Warp warp, int mask, Space place, long[] addresses) {
    int[] at = locate(warp, mask, place, addresses);
    long[] registers = warp.registers;
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      byte[] memory = warp.memory(place, lane);
      int from = at[lane];
      for (int row : rows) {
        if (load) {
          registers[row + lane] = Bytes.load(memory, from, elementBytes, signed);
        } else {
          Bytes.store(memory, from, elementBytes, registers[row + lane]);
        }
        from += elementBytes;
      }
    }
  }

  /// Checks all lanes' addresses and tells the watchers; then says where in the space's bytes each
  /// lies.
  int[] locate(Warp warp, int mask, Space place, long[] addresses) {
    int[] at = warp.places;
    int where = 32 * instruction.index();
    for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      at[lane] = warp.place(place, addresses[lane], bytes, where + lane, !load || atomic);
    }
    if (warp.watch != null) {
      warp.watch.access(warp, this, place, mask, addresses);
    }
    return at;
  }
}
