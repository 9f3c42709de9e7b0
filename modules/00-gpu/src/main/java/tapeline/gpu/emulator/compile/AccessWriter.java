package tapeline.gpu.emulator.compile;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static tapeline.gpu.emulator.compile.SegmentCompiler.WARP;
import static tapeline.gpu.emulator.compile.SegmentCompiler.desc;
import static tapeline.gpu.emulator.compile.SegmentWriter.BYTES;
import static tapeline.gpu.emulator.compile.SegmentWriter.GLOBAL;
import static tapeline.gpu.emulator.compile.SegmentWriter.HEAP;
import static tapeline.gpu.emulator.compile.SegmentWriter.LANE;
import static tapeline.gpu.emulator.compile.SegmentWriter.MASK;
import static tapeline.gpu.emulator.compile.SegmentWriter.MEMORY;
import static tapeline.gpu.emulator.compile.SegmentWriter.SELF_WARP;
import static tapeline.gpu.emulator.compile.SegmentWriter.SHARED;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import tapeline.gpu.emulator.compile.LaneValues.Kind;
import tapeline.gpu.emulator.compile.LaneValues.Local;
import tapeline.gpu.emulator.execute.AtomicAccess;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.RegisterRows;
import tapeline.gpu.emulator.execute.SegmentRequests;
import tapeline.gpu.emulator.memory.Bytes;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.memory.LocalMemory;
import tapeline.gpu.emulator.memory.SharedMemory;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.emulator.semantics.LaneFunction;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxType;

/// Writes the loads and stores of a segment, and what its watchers are told of them.
///
/// Whether an address lies inside of shared or local memory is left to the JVM, which checks every
/// index anyway and knows that `a[i + 1]` follows `a[i]`. Its exception, like a misaligned address,
/// leads to `bad`, where the interpreter finds out what it was.
final class AccessWriter {
  private static final ClassDesc LOCALS = desc(LocalMemory.class);
  private static final ClassDesc REQUESTS = desc(SegmentRequests.class);

  private final CodeBuilder c;
  private final ClassDesc self;
  private final RegisterRows rows;
  private final SegmentConstants constants;
  private final LaneValues values;
  private final boolean counted;
  private final Label bad;
  private final Map<Instruction, Alike> groups = new LinkedHashMap<>();
  private final Map<Instruction, List<Local>> parameters = new HashMap<>();
  private final Map<Local, Integer> bases = new HashMap<>();
  private final Set<Aligned> aligned = new HashSet<>();

  /// Accesses whose addresses differ by their constant offsets only.
  ///
  /// @param writes how often the segment has written the base before
  private record Based(Operand base, int writes, Space space, int bytes) {}

  /// Such accesses.
  private static final class Alike {
    final Instruction first;

    /// The room that takes the addresses of the first one, and the variable with it.
    final int room;

    final int addresses;

    Alike(Instruction first, int room, LaneValues values) {
      this.first = first;
      this.room = room;
      addresses = values.allocate(1);
    }
  }

  /// Known: the int in this variable is `offset` more than a multiple of `size`.
  private record Aligned(int variable, int offset, int size) {}

  AccessWriter(
      CodeBuilder c,
      ClassDesc self,
      RegisterRows rows,
      SegmentConstants constants,
      LaneValues values,
      boolean counted,
      Label bad) {
    this.c = c;
    this.self = self;
    this.rows = rows;
    this.constants = constants;
    this.values = values;
    this.counted = counted;
    this.bad = bad;
  }

  /// Before the loop: which accesses have a base in common, and room for the addresses of all
  /// lanes, where a watcher wants to know them.
  void declare(List<Instruction> instructions) {
    var writes = new HashMap<Operand, Integer>();
    var alike = new LinkedHashMap<Based, Alike>();
    for (var in : instructions) {
      if (in.opcode().kind() == Opcode.Kind.MEMORY) {
        var access = new MemoryAccess(in, Space.of(in), rows);
        var base = address(in).base();
        var based = new Based(base, writes.getOrDefault(base, 0), access.space, access.bytes);
        int room = alike.size();
        var group = alike.computeIfAbsent(based, _ -> new Alike(in, room, values));
        groups.put(in, group);
      }
      in.written().forEach(register -> writes.merge(register, 1, Integer::sum));
    }
    if (counted) {
      for (var group : alike.values()) {
        c.aload(SELF_WARP).loadConstant(group.room);
        c.invokevirtual(WARP, "room", MethodTypeDesc.of(CD_long.arrayType(), CD_int));
        c.astore(group.addresses);
      }
    }
  }

  private static Operand.Address address(Instruction in) {
    return (Operand.Address) in.operand(in.opcode() == Opcode.ST ? 0 : 1);
  }

  private Alike group(Instruction in) {
    return Objects.requireNonNull(groups.get(in));
  }

  /// Returns whether the addresses of an access are told.
  private boolean isTold(Instruction in) {
    return counted && group(in).first.index() == in.index();
  }

  /// Returns where a parameter that an instruction loads lies, as an index of local memory.
  private static long place(Instruction in) {
    var variable = (Operand.Variable) address(in).base();
    return variable.variable().offset() + variable.offset() + address(in).offset();
  }

  /// Returns whether what an instruction loads is a whole, aligned piece of a parameter.
  static boolean isFixed(Instruction in) {
    var parameter = ((Operand.Variable) address(in).base()).variable();
    long from = place(in);
    int bytes = in.type().bytes() * elements(in.operand(0)).size();
    return from % bytes == 0
        && parameter.offset() <= from
        && from + bytes <= parameter.offset() + parameter.bytes();
  }

  private static List<Operand> elements(Operand value) {
    return value instanceof Operand.Group group ? group.parts() : List.of(value);
  }

  /// Loads a parameter of the kernel before the loop, as it is the same for all lanes.
  void loadParameter(Instruction in) {
    var access = new MemoryAccess(in, Space.LOCAL, rows);
    var loaded = new ArrayList<Local>();
    int at = (int) place(in);
    for (var element : elements(in.operand(0))) {
      c.aload(SELF_WARP).getfield(WARP, "local", LOCALS).iconst_0();
      c.invokevirtual(LOCALS, "of", MethodTypeDesc.of(BYTES, CD_int)).loadConstant(at);
      loaded.add(values.store(load(in.type(), access, element)));
      at += access.elementBytes;
    }
    parameters.put(in, loaded);
  }

  void write(Instruction in) {
    var access = new MemoryAccess(in, Space.of(in), rows);
    var address = address(in);
    var elements = elements(in.operand(access.load ? 0 : 1));
    var loaded = parameters.get(in);
    if (loaded != null) {
      for (int i = 0; i < loaded.size(); i++) {
        values.bind(elements.get(i), loaded.get(i));
      }
      return;
    }
    boolean isIndexed = access.space == Space.SHARED || access.space == Space.LOCAL;
    int memory = access.space == Space.SHARED ? SHARED : HEAP;
    int at;
    if (access.space == Space.GENERIC) {
      memory = values.allocate(1);
      at = genericPlace(access, address, memory);
    } else {
      at = isIndexed ? indexedBase(access, address) : globalPlace(in, access, address);
    }
    if (access.space == Space.LOCAL) {
      memory = values.allocate(1);
      c.aload(SELF_WARP).getfield(WARP, "local", LOCALS).iload(LANE);
      c.invokevirtual(LOCALS, "of", MethodTypeDesc.of(BYTES, CD_int)).astore(memory);
    }
    int offset = isIndexed ? (int) address.offset() : 0;
    if (access.space == Space.SHARED && isTold(in)) {
      c.aload(group(in).addresses).iload(LANE).iload(at).loadConstant(offset).iadd();
      c.i2l().loadConstant(0xffffffffL).land().lastore();
    }
    for (var element : elements) {
      c.aload(memory).iload(at);
      if (offset != 0) {
        c.loadConstant(offset).iadd();
      }
      if (access.load) {
        values.define(element, load(in.type(), access, element));
      } else {
        store(access, element);
      }
      offset += access.elementBytes;
    }
  }

  /// Writes an atomic of shared memory, whose block has one worker: reads, combines, writes back.
  void exchange(Instruction in) {
    var access = new MemoryAccess(in, Space.SHARED, rows);
    boolean returns = in.opcode() == Opcode.ATOM;
    var address = (Operand.Address) in.operand(returns ? 1 : 0);
    int value = returns ? 2 : 1;
    int at = values.allocate(1);
    c.iload(indexedBase(access, address)).loadConstant((int) address.offset()).iadd().istore(at);
    int old = values.allocate(2);
    c.aload(SHARED).iload(at);
    loadLong(access);
    c.lstore(old);
    c.aload(SHARED).iload(at).loadConstant(access.elementBytes);
    var function = desc(LaneFunction.Longs.class);
    var combine = constants.of(in, LaneFunction.Longs.class, () -> AtomicAccess.combine(in));
    c.getstatic(self, combine, function).lload(old);
    values.push(in.operand(value), Kind.LONG);
    boolean hasMore = in.operands().size() > value + 1;
    values.push(hasMore ? in.operand(value + 1) : new Operand.Immediate(0), Kind.LONG);
    c.invokeinterface(function, "apply", MethodTypeDesc.of(CD_long, CD_long, CD_long, CD_long));
    storeLong();
    if (returns) {
      c.lload(old);
      values.define(in.operand(0), Kind.LONG);
    }
  }

  /// Returns the variable with the address before its constant offset, as an index; known to be
  /// aligned.
  private int indexedBase(MemoryAccess access, Operand.Address address) {
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
  private int globalPlace(Instruction in, MemoryAccess access, Operand.Address address) {
    var group = group(in);
    int at = values.allocate(1);
    if (isTold(in)) {
      c.aload(group.addresses).iload(LANE);
      pushAddress(access, address);
      c.lastore();
    }
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
  private int genericPlace(MemoryAccess access, Operand.Address address, int memory) {
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

  /// Loads a value onto the stack, and returns its kind there.
  private Kind load(PtxType type, MemoryAccess access, Operand to) {
    boolean wide = to instanceof Operand.Register register && register.type().bytes() == 8;
    if (type.bytes() == 4 && !wide) {
      c.invokestatic(desc(Bytes.class), "load32", MethodTypeDesc.of(CD_int, BYTES, CD_int));
      return Kind.INT;
    }
    loadLong(access);
    return Kind.LONG;
  }

  private void store(MemoryAccess access, Operand from) {
    if (access.elementBytes == 4) {
      values.push(from, Kind.INT);
      c.invokestatic(
          desc(Bytes.class), "store32", MethodTypeDesc.of(CD_void, BYTES, CD_int, CD_int));
    } else {
      c.loadConstant(access.elementBytes);
      values.push(from, Kind.LONG);
      storeLong();
    }
  }

  private void loadLong(MemoryAccess access) {
    c.loadConstant(access.elementBytes).loadConstant(access.signed ? 1 : 0);
    c.invokestatic(
        desc(Bytes.class), "load", MethodTypeDesc.of(CD_long, BYTES, CD_int, CD_int, CD_boolean));
  }

  private void storeLong() {
    c.invokestatic(
        desc(Bytes.class), "store", MethodTypeDesc.of(CD_void, BYTES, CD_int, CD_int, CD_long));
  }

  /// After the loop, the watchers learn of the requests as a whole.
  void tellAll() {
    if (counted && !groups.isEmpty()) {
      var key = groups.keySet().iterator().next();
      String requests = constants.of(key, SegmentRequests.class, this::requests);
      c.aload(SELF_WARP).getstatic(self, requests, REQUESTS).iload(MASK);
      c.invokevirtual(WARP, "tell", MethodTypeDesc.of(CD_void, REQUESTS, CD_int));
    }
  }

  private SegmentRequests requests() {
    var all = new ArrayList<MemoryAccess>();
    var alike = new TreeMap<Integer, List<MemoryAccess>>(); // by room
    groups.forEach((in, of) -> {
      var access = access(in, of.first);
      all.add(access);
      alike.computeIfAbsent(of.room, _ -> new ArrayList<>()).add(access);
    });
    return new SegmentRequests(
        all.toArray(MemoryAccess[]::new),
        groups.values().stream().mapToInt(of -> of.room).toArray(),
        alike.values().stream()
            .map(list -> list.toArray(MemoryAccess[]::new))
            .toArray(MemoryAccess[][]::new));
  }

  private MemoryAccess access(Instruction in, Instruction first) {
    long apart = address(in).offset() - address(first).offset();
    long moved = Space.of(in) == Space.SHARED ? (int) apart : apart;
    return new MemoryAccess(in, Space.of(in), rows, first.index(), moved);
  }
}
