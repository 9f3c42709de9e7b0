package tapeline.gpu.emulator.compile;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static tapeline.gpu.emulator.compile.SegmentCompiler.WARP;
import static tapeline.gpu.emulator.compile.SegmentCompiler.desc;
import static tapeline.gpu.emulator.compile.SegmentWriter.BYTES;
import static tapeline.gpu.emulator.compile.SegmentWriter.HEAP;
import static tapeline.gpu.emulator.compile.SegmentWriter.LANE;
import static tapeline.gpu.emulator.compile.SegmentWriter.MASK;
import static tapeline.gpu.emulator.compile.SegmentWriter.SELF_WARP;
import static tapeline.gpu.emulator.compile.SegmentWriter.SHARED;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import tapeline.gpu.emulator.compile.LaneValues.Kind;
import tapeline.gpu.emulator.compile.LaneValues.Local;
import tapeline.gpu.emulator.execute.AtomicAccess;
import tapeline.gpu.emulator.execute.MemoryAccess;
import tapeline.gpu.emulator.execute.RegisterRows;
import tapeline.gpu.emulator.execute.SegmentRequests;
import tapeline.gpu.emulator.memory.Bytes;
import tapeline.gpu.emulator.memory.LocalMemory;
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
  private final RowValues rowValues;
  private final boolean counted;
  private final Map<Instruction, Alike> groups = new LinkedHashMap<>();

  /// The variables with what an instruction loads, where it has been loaded before its turn.
  private final Map<Instruction, List<Local>> loaded = new HashMap<>();

  private final PlaceWriter places;

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

    /// The accesses, with the variables that keep from lane to lane what they load, if they do.
    final Map<Instruction, List<Local>> all = new LinkedHashMap<>();

    /// The variable with the address that these were loaded from, once there is one.
    final int from;

    final int isLoaded;

    boolean isOfRow;

    Alike(Instruction first, int room, LaneValues values) {
      this.first = first;
      this.room = room;
      addresses = values.allocate(1);
      from = values.allocate(2);
      isLoaded = values.allocate(1);
    }
  }

  AccessWriter(
      CodeBuilder c,
      ClassDesc self,
      RegisterRows rows,
      SegmentConstants constants,
      LaneValues values,
      RowValues rowValues,
      boolean counted,
      Label bad) {
    this.c = c;
    this.self = self;
    this.rows = rows;
    this.constants = constants;
    this.values = values;
    this.rowValues = rowValues;
    this.counted = counted;
    places = new PlaceWriter(c, values, bad);
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
        group.all.put(in, List.of());
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
    for (var group : alike.values()) {
      if (isOfRow(group)) {
        keep(group);
      }
    }
  }

  /// Returns whether the lanes of a row mostly load the same, so that one takes it from another.
  private boolean isOfRow(Alike group) {
    var space = Space.of(group.first);
    return (space == Space.GLOBAL || space == Space.SHARED)
        && group.all.keySet().stream().allMatch(in -> in.opcode() != Opcode.ST)
        && rowValues.areAlike(address(group.first));
  }

  /// Before the loop: variables for what a lane of a row has loaded.
  private void keep(Alike group) {
    group.isOfRow = true;
    c.lconst_0().lstore(group.from).iconst_0().istore(group.isLoaded);
    group.all.replaceAll((in, _) ->
        elements(in.operand(0)).stream()
            .map(element -> values.zero(kind(in.type(), element)))
            .toList());
  }

  /// Loads what lanes of a row have alike, unless the lane before has loaded from the same address.
  ///
  /// @param at the variable with the first one's
  private void loadOfRow(Alike group, int at) {
    var another = c.newLabel();
    var same = c.newLabel();
    c.iload(group.isLoaded).ifeq(another);
    c.lload(at).lload(group.from).lcmp().ifeq(same);
    c.labelBinding(another).lload(at).lstore(group.from).iconst_1().istore(group.isLoaded);
    group.all.forEach((in, into) -> {
      var access = new MemoryAccess(in, Space.of(in), rows);
      var found = into.iterator();
      access(
          in,
          access,
          element -> {
            load(in.type(), access, element);
            values.store(found.next());
          });
    });
    c.labelBinding(same);
    loaded.putAll(group.all);
  }

  private static Operand.Address address(Instruction in) {
    return (Operand.Address) in.operand(in.opcode() == Opcode.ST ? 0 : 1);
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
    var found = new ArrayList<Local>();
    int at = (int) place(in);
    for (var element : elements(in.operand(0))) {
      c.aload(SELF_WARP).getfield(WARP, "local", LOCALS).iconst_0();
      c.invokevirtual(LOCALS, "of", MethodTypeDesc.of(BYTES, CD_int)).loadConstant(at);
      found.add(values.store(load(in.type(), access, element)));
      at += access.elementBytes;
    }
    loaded.put(in, found);
  }

  void write(Instruction in) {
    var access = new MemoryAccess(in, Space.of(in), rows);
    var group = groups.get(in);
    if (group != null && group.first.index() == in.index() && (counted || group.isOfRow)) {
      int at = places.address(access, address(in));
      if (counted) {
        c.aload(group.addresses).iload(LANE).lload(at).lastore();
      }
      if (group.isOfRow) {
        loadOfRow(group, at);
      }
    }
    var elements = elements(in.operand(access.load ? 0 : 1));
    var known = loaded.get(in);
    if (known != null) {
      for (int i = 0; i < known.size(); i++) {
        values.bind(elements.get(i), known.get(i));
      }
    } else if (access.load) {
      access(in, access, element -> values.define(element, load(in.type(), access, element)));
    } else {
      access(in, access, element -> store(access, element));
    }
  }

  /// Finds the place of an access, and has each of its elements loaded or stored, whose memory and
  /// place are then on the stack.
  private void access(Instruction in, MemoryAccess access, Consumer<Operand> each) {
    var address = address(in);
    boolean isIndexed = access.space == Space.SHARED || access.space == Space.LOCAL;
    int memory = access.space == Space.SHARED ? SHARED : HEAP;
    int at;
    if (access.space == Space.GENERIC) {
      memory = values.allocate(1);
      at = places.genericPlace(access, address, memory);
    } else {
      at = isIndexed ? places.indexedBase(access, address) : places.globalPlace(access, address);
    }
    if (access.space == Space.LOCAL) {
      memory = values.allocate(1);
      c.aload(SELF_WARP).getfield(WARP, "local", LOCALS).iload(LANE);
      c.invokevirtual(LOCALS, "of", MethodTypeDesc.of(BYTES, CD_int)).astore(memory);
    }
    int offset = isIndexed ? (int) address.offset() : 0;
    for (var element : elements(in.operand(access.load ? 0 : 1))) {
      c.aload(memory).iload(at);
      if (offset != 0) {
        c.loadConstant(offset).iadd();
      }
      each.accept(element);
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
    c.iload(places.indexedBase(access, address))
        .loadConstant((int) address.offset())
        .iadd()
        .istore(at);
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

  /// Loads a value onto the stack, and returns its kind there.
  private Kind load(PtxType type, MemoryAccess access, Operand to) {
    var kind = kind(type, to);
    if (kind == Kind.INT) {
      c.invokestatic(desc(Bytes.class), "load32", MethodTypeDesc.of(CD_int, BYTES, CD_int));
    } else {
      loadLong(access);
    }
    return kind;
  }

  /// Returns how a value of a type that is loaded into `to` is kept.
  private static Kind kind(PtxType type, Operand to) {
    boolean wide = to instanceof Operand.Register register && register.type().bytes() == 8;
    return type.bytes() == 4 && !wide ? Kind.INT : Kind.LONG;
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
