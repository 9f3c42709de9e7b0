package tapeline.gpu.emulator;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static tapeline.gpu.emulator.SegmentCompiler.WARP;
import static tapeline.gpu.emulator.SegmentCompiler.desc;
import static tapeline.gpu.emulator.SegmentWriter.BYTES;
import static tapeline.gpu.emulator.SegmentWriter.GLOBAL;
import static tapeline.gpu.emulator.SegmentWriter.HEAP;
import static tapeline.gpu.emulator.SegmentWriter.LANE;
import static tapeline.gpu.emulator.SegmentWriter.MASK;
import static tapeline.gpu.emulator.SegmentWriter.MEMORY;
import static tapeline.gpu.emulator.SegmentWriter.SELF_WARP;
import static tapeline.gpu.emulator.SegmentWriter.SHARED;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tapeline.gpu.emulator.LaneValues.Kind;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxType;

/// Writes the loads and stores of a segment, and what its watchers are told of them.
final class AccessWriter {
  private static final ClassDesc ACCESS = desc(MemoryAccess.class);

  private final CodeBuilder c;
  private final ClassDesc self;
  private final Rows rows;
  private final SegmentConstants constants;
  private final LaneValues values;
  private final boolean counted;
  private final List<Instruction> watched = new ArrayList<>();
  private final Map<Instruction, Integer> addresses = new HashMap<>();

  AccessWriter(
      CodeBuilder c,
      ClassDesc self,
      Rows rows,
      SegmentConstants constants,
      LaneValues values,
      boolean counted) {
    this.c = c;
    this.self = self;
    this.rows = rows;
    this.constants = constants;
    this.values = values;
    this.counted = counted;
  }

  /// Before the loop: room for the addresses of all lanes, where somebody wants to know them.
  void declare(Instruction in) {
    if (counted && in.opcode().kind() == Opcode.Kind.MEMORY) {
      int local = values.allocate(1);
      watched.add(in);
      addresses.put(in, local);
      c.aload(SELF_WARP).loadConstant(watched.size());
      c.invokevirtual(WARP, "room", MethodTypeDesc.of(CD_long.arrayType(), CD_int)).astore(local);
    }
  }

  void write(Instruction in) {
    var access = new MemoryAccess(in, Space.of(in), rows);
    var address = (Operand.Address) in.operand(access.load ? 1 : 0);
    var value = in.operand(access.load ? 0 : 1);
    List<Operand> elements = value instanceof Operand.Group group ? group.parts() : List.of(value);
    int memory = place(in, access, address);
    int at = values.allocate(1);
    c.istore(at);
    for (int i = 0; i < elements.size(); i++) {
      c.aload(memory).iload(at);
      if (i > 0) {
        c.loadConstant(i * access.elementBytes).iadd();
      }
      if (access.load) {
        load(in.type(), access, elements.get(i));
      } else {
        store(access, elements.get(i));
      }
    }
  }

  /// Leaves on the stack where the access lies in its memory, checked; says which variable holds
  /// that memory.
  private int place(Instruction in, MemoryAccess access, Operand.Address address) {
    boolean shared = access.space == Space.SHARED;
    if (shared && access.narrow && !counted) {
      c.aload(SHARED);
      values.push(address.base(), Kind.INT);
      c.loadConstant((int) address.offset()).iadd().loadConstant(access.bytes);
      c.iload(LANE).loadConstant(32 * in.index()).iadd();
      c.invokestatic(
          desc(SharedMemory.class),
          "index",
          MethodTypeDesc.of(CD_int, BYTES, CD_int, CD_int, CD_int));
      return SHARED;
    }
    int local = values.allocate(2);
    if (access.narrow) {
      values.push(address.base(), Kind.INT);
      c.i2l().loadConstant(0xffffffffL).land();
    } else {
      values.push(address.base(), Kind.LONG);
    }
    if (address.offset() != 0) {
      c.loadConstant(address.offset()).ladd();
    }
    c.lstore(local);
    var addressesOfAll = addresses.get(in);
    if (addressesOfAll != null) {
      c.aload(addressesOfAll).iload(LANE).lload(local).lastore();
    }
    c.aload(shared ? SHARED : MEMORY).lload(local).loadConstant(access.bytes);
    c.iload(LANE).loadConstant(32 * in.index()).iadd();
    if (shared) {
      c.invokestatic(
          desc(SharedMemory.class),
          "index",
          MethodTypeDesc.of(CD_int, BYTES, CD_long, CD_int, CD_int));
      return SHARED;
    }
    c.invokevirtual(GLOBAL, "index", MethodTypeDesc.of(CD_int, CD_long, CD_int, CD_int));
    return HEAP;
  }

  private void load(PtxType type, MemoryAccess access, Operand to) {
    boolean wide = to instanceof Operand.Register register && register.type().bytes() == 8;
    if (type.bytes() == 4 && !wide) {
      c.invokestatic(desc(Bytes.class), "load32", MethodTypeDesc.of(CD_int, BYTES, CD_int));
      values.define(to, Kind.INT);
    } else {
      c.loadConstant(access.elementBytes).loadConstant(access.signed ? 1 : 0);
      c.invokestatic(
          desc(Bytes.class), "load", MethodTypeDesc.of(CD_long, BYTES, CD_int, CD_int, CD_boolean));
      values.define(to, Kind.LONG);
    }
  }

  private void store(MemoryAccess access, Operand from) {
    if (access.elementBytes == 4) {
      values.push(from, Kind.INT);
      c.invokestatic(
          desc(Bytes.class), "store32", MethodTypeDesc.of(CD_void, BYTES, CD_int, CD_int));
    } else {
      c.loadConstant(access.elementBytes);
      values.push(from, Kind.LONG);
      c.invokestatic(
          desc(Bytes.class), "store", MethodTypeDesc.of(CD_void, BYTES, CD_int, CD_int, CD_long));
    }
  }

  /// After the loop, whoever watches learns of the request as a whole.
  private void tell(Instruction in) {
    var access = new MemoryAccess(in, Space.of(in), rows);
    c.aload(SELF_WARP).getstatic(self, constants.add(access, MemoryAccess.class), ACCESS);
    c.iload(MASK).aload(addresses.get(in));
    c.invokevirtual(WARP, "tell", MethodTypeDesc.of(CD_void, ACCESS, CD_int, CD_long.arrayType()));
  }

  void tellAll() {
    watched.forEach(this::tell);
  }
}
