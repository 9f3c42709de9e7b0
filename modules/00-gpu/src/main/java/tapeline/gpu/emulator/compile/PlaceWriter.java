package tapeline.gpu.emulator.compile;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static tapeline.gpu.emulator.compile.SegmentCompiler.WARP;
import static tapeline.gpu.emulator.compile.SegmentCompiler.desc;
import static tapeline.gpu.emulator.compile.SegmentWriter.BYTES;
import static tapeline.gpu.emulator.compile.SegmentWriter.GLOBAL;
import static tapeline.gpu.emulator.compile.SegmentWriter.HEAP;
import static tapeline.gpu.emulator.compile.SegmentWriter.LANE;
import static tapeline.gpu.emulator.compile.SegmentWriter.MEMORY;
import static tapeline.gpu.emulator.compile.SegmentWriter.SELF_WARP;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tapeline.gpu.emulator.compile.LaneValues.Kind;
import tapeline.gpu.emulator.compile.LaneValues.Local;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.memory.SharedMemory;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.ptx.Operand;

/// Writes where the accesses of a segment lie in their memory.
final class PlaceWriter {
  private final CodeBuilder c;
  private final LaneValues values;
  private final Label bad;
  private final Map<Local, Integer> bases = new HashMap<>();
  private final Set<Aligned> aligned = new HashSet<>();

  /// Known: the int in this variable is `offset` more than a multiple of `size`.
  private record Aligned(int variable, int offset, int size) {}

  PlaceWriter(CodeBuilder c, LaneValues values, Label bad) {
    this.c = c;
    this.values = values;
    this.bad = bad;
  }

  /// Returns the variable with the address before its constant offset, as an index; known to be
  /// aligned.
  int indexedBase(MemoryAccess access, Operand.Address address) {
    var local = values.fetch(address.base());
    var known = bases.get(local);
    int base;
    if (known != null) {
      base = known;
    } else if (access.narrow && local.kind() == Kind.INT) {
      base = local.slot();
      bases.put(local, base);
    } else {
      values.push(address.base(), access.narrow ? Kind.INT : Kind.LONG);
      if (!access.narrow) {
        long window = (int) address.offset() - address.offset();
        c.loadConstant(window).lsub(); // 0 unless the address is a generic one
        c.invokestatic(desc(SharedMemory.class), "narrow", MethodTypeDesc.of(CD_int, CD_long));
      }
      base = values.allocate(1);
      c.istore(base);
      bases.put(local, base);
    }
    int over = (int) address.offset() & access.bytes - 1;
    if (access.bytes > 1 && aligned.add(new Aligned(base, over, access.bytes))) {
      c.iload(base);
      if (over != 0) {
        c.loadConstant(over).iadd();
      }
      c.loadConstant(access.bytes - 1).iand().ifne(bad);
    }
    return base;
  }

  /// The variable with the place of the access in global memory, −1 if there is none.
  int globalPlace(MemoryAccess access, Operand.Address address) {
    int at = values.allocate(1);
    c.aload(MEMORY);
    pushAddress(access, address);
    c.loadConstant(access.bytes);
    c.invokevirtual(GLOBAL, find(access), MethodTypeDesc.of(CD_int, CD_long, CD_int)).istore(at);
    return at;
  }

  /// Names the method of global memory that finds a place.
  private static String find(MemoryAccess access) {
    return access.load ? "find" : "findToWrite";
  }

  /// Finds the memory in which a generic address lies, mostly global memory, and returns the
  /// variable with the place there, −1 if there is none.
  int genericPlace(MemoryAccess access, Operand.Address address, int memory) {
    int generic = values.allocate(2);
    int at = values.allocate(1);
    pushAddress(access, address);
    c.lstore(generic);
    var elsewhere = c.newLabel();
    var found = c.newLabel();
    c.lload(generic).loadConstant(GlobalMemory.BASE).lcmp().iflt(elsewhere);
    c.aload(HEAP).astore(memory).aload(MEMORY).lload(generic).loadConstant(access.bytes);
    c.invokevirtual(GLOBAL, find(access), MethodTypeDesc.of(CD_int, CD_long, CD_int));
    c.goto_(found).labelBinding(elsewhere);
    c.aload(SELF_WARP).lload(generic).iload(LANE);
    c.invokevirtual(WARP, "memory", MethodTypeDesc.of(BYTES, CD_long, CD_int)).astore(memory);
    c.aload(SELF_WARP).lload(generic).loadConstant(access.bytes).iload(LANE);
    c.loadConstant(access.load ? 0 : 1);
    c.invokevirtual(WARP, "find", MethodTypeDesc.of(CD_int, CD_long, CD_int, CD_int, CD_boolean));
    c.labelBinding(found);
    c.istore(at);
    return at;
  }

  private void pushAddress(MemoryAccess access, Operand.Address address) {
    values.push(address.base(), Kind.LONG);
    if (access.narrow) {
      c.loadConstant(0xffffffffL).land();
    }
    if (address.offset() != 0) {
      c.loadConstant(address.offset()).ladd();
    }
  }

  /// Returns the variable with an address of shared or global memory, one of shared memory as 32
  /// bits.
  int address(MemoryAccess access, Operand.Address address) {
    if (access.space == Space.SHARED) {
      c.iload(indexedBase(access, address)).loadConstant((int) address.offset()).iadd();
      c.i2l().loadConstant(0xffffffffL).land();
    } else {
      pushAddress(access, address);
    }
    int at = values.allocate(2);
    c.lstore(at);
    return at;
  }
}
