package tapeline.gpu.emulator;

import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.GpuException;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.GpuLimits;
import tapeline.gpu.KernelResources;
import tapeline.gpu.KernelSignature;
import tapeline.gpu.emulator.execute.CodeVariant;
import tapeline.gpu.emulator.execute.Grid;
import tapeline.gpu.emulator.execute.KernelLaunch;
import tapeline.gpu.emulator.execute.LoadedModule;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Finding;
import tapeline.gpu.emulator.fault.LaunchFault;
import tapeline.gpu.emulator.memory.ByteRanges;
import tapeline.gpu.emulator.memory.GlobalMemory;
import tapeline.gpu.emulator.memory.LaunchMemo;
import tapeline.gpu.emulator.memory.MemoryUse;
import tapeline.gpu.emulator.replay.RaceReplay;
import tapeline.gpu.emulator.replay.RaceSearch;
import tapeline.gpu.emulator.watch.Counters;
import tapeline.gpu.emulator.watch.RaceDetector;
import tapeline.gpu.ptx.PtxFunction;

/// The emulator as a device: the same kernels with the same results where there is no card, and
/// counters instead of times.
///
/// A launch runs to its end before it returns, so streams and events have nothing to wait for, and
/// a kernel's fault comes from the launch itself, as a [KernelFault] with line, block and thread.
public final class EmulatedGpu extends ImmediateDevice {
  private static final long DEVICE_BYTES = 1L << 30;

  /// The jumps that suffice to run a small launch again in tens of orders: a second's worth.
  public static final long REPLAY_JUMPS = 1L << 19;

  private static final String WAITS_FOR_HOST =
      "; if it waits for what the host writes into memory that both have, that is outside of what is"
          + " emulated, where a launch ends before the host goes on";

  /// Tells whether a processor sees loads in their order, so that a worker may get a shared piece
  /// while others run.
  private static final boolean ORDERS_LOADS =
      Set.of("amd64", "x86_64", "x86").contains(System.getProperty("os.arch"));

  private static final int GRID_WORKSPACE = 8; // bytes: a size, and the count

  private final GlobalMemory memory;
  private final GpuLimits limits;
  private final LoadedKernels loaded;
  private Mode mode = Mode.PLAIN;
  private Engine engine = Engine.COMPILED;
  private int cores = Runtime.getRuntime().availableProcessors();
  private long gridWorkspace;
  private long budget; // 0 for that of the mode
  private long seconds; // 0 for the budget of jumps
  private int checkedBlocks; // 0 for all
  private boolean sampled;
  private @Nullable LaunchMemo memo;
  private boolean repeated;
  private long replayJumps; // 0 for no replay
  private Predicate<Finding> replayed = _ -> false;
  private @Nullable LaunchReport lastReport;
  private @Nullable RaceDetector lastDetector;
  private @Nullable PrintStream printed;

  /// A device with 1 GiB, of which Java takes what is used.
  public EmulatedGpu() {
    this(DEVICE_BYTES);
  }

  public EmulatedGpu(long bytes) {
    this(GpuLimits.least(75, bytes));
  }

  /// A device with the limits of a card, and as much memory as they say.
  public EmulatedGpu(GpuLimits limits) {
    memory = new GlobalMemory(limits.memoryBytes());
    loaded = new LoadedKernels(memory, limits.maxThreads());
    this.limits = limits;
  }

  /// A device with the limits of a card, as `a100`, and 1 GiB.
  ///
  /// @throws IllegalArgumentException when the card is unknown
  public static EmulatedGpu like(String card) {
    return new EmulatedGpu(GpuLimits.of(card, DEVICE_BYTES));
  }

  /// A device with the least limits of a compute capability, as 80, and 1 GiB.
  ///
  /// @throws IllegalArgumentException when no card has it
  public static EmulatedGpu of(int capability) {
    return new EmulatedGpu(GpuLimits.least(capability, DEVICE_BYTES));
  }

  /// How closely launches are watched from here on.
  public EmulatedGpu mode(Mode newMode) {
    mode = newMode;
    return this;
  }

  public EmulatedGpu engine(Engine newEngine) {
    engine = newEngine;
    return this;
  }

  /// At most so many blocks run at a time.
  public EmulatedGpu cores(int newCores) {
    cores = newCores;
    return this;
  }

  /// How many jumps a block may make before it counts as an endless loop. Eight instructions in a
  /// row count as one.
  public EmulatedGpu budget(long jumps) {
    budget = jumps;
    return this;
  }

  /// How many seconds of the processor a block may take before it counts as an endless loop, in
  /// place of its jumps.
  public EmulatedGpu seconds(long most) {
    seconds = most;
    return this;
  }

  /// Looks for mistakes in so many blocks of a grid, and in all where blocks can wait for each
  /// other.
  public EmulatedGpu checkedBlocks(int most) {
    checkedBlocks = most;
    return this;
  }

  /// Returns whether the last launch had blocks in which no mistakes were looked for.
  public boolean isSampled() {
    return sampled;
  }

  /// Computes no launch in [Mode#PLAIN] that would only do again what an earlier one did, as
  /// [LaunchMemo] says.
  public EmulatedGpu once() {
    memo = new LaunchMemo(memory, Runtime.getRuntime().maxMemory() / 16);
    return this;
  }

  /// Returns whether the last launch has left what an earlier one did, and was not computed.
  public boolean isRepeated() {
    return repeated;
  }

  /// Runs a launch in [Mode#RACES] again in other orders for each of these races, to see whether
  /// one gives another result.
  ///
  /// @param jumps how many jumps all runs for one race may make, as [#REPLAY_JUMPS]
  public EmulatedGpu replay(Predicate<Finding> races, long jumps) {
    replayed = races;
    replayJumps = jumps;
    return this;
  }

  /// Sends the text that kernels print to `stream` instead of standard output.
  public EmulatedGpu printTo(PrintStream stream) {
    printed = stream;
    return this;
  }

  /// The report of the last launch.
  ///
  /// @throws IllegalStateException when there was none
  public LaunchReport lastReport() {
    var report = lastReport;
    if (report == null) {
      throw new IllegalStateException("nothing was launched on the emulator yet");
    }
    return report;
  }

  /// The bytes of memory that the last launch has used; none if it was not in [Mode#RACES].
  public MemoryUse lastUse() {
    var detector = lastDetector;
    return detector == null ? MemoryUse.of(ByteRanges.NONE, ByteRanges.NONE) : detector.use();
  }

  /// The first of these bytes that nothing has written, by its name as `byte 12 of sum`.
  public Optional<String> unwritten(ByteRanges bytes) {
    var at = memory.firstUnwritten(bytes);
    return at.isPresent() ? Optional.of(memory.place(at.getAsLong())) : Optional.empty();
  }

  /// The byte at an address, as `byte 12 of sum`.
  public String place(long address) {
    return memory.place(address);
  }

  @Override
  public String name() {
    return "the emulator (PTX on %d cores of the CPU)".formatted(cores);
  }

  @Override
  public boolean emulated() {
    return true;
  }

  @Override
  public GpuLimits limits() {
    return limits;
  }

  @Override
  public long allocate(String name, long bytes) {
    return allocated(name, () -> memory.allocate(name, bytes));
  }

  /// Returns the address of memory that the host has too, as [GlobalMemory#allocateShared] says.
  public long allocateShared(String name, long bytes, boolean pinned) {
    return allocated(name, () -> memory.allocateShared(name, bytes, pinned));
  }

  /// Returns the memory that the host and kernels share.
  public GlobalMemory memory() {
    return memory;
  }

  private static long allocated(String name, LongSupplier address) {
    try {
      return address.getAsLong();
    } catch (IllegalStateException e) {
      throw new GpuException(
          "allocating '" + name + "'", "out of memory", Objects.toString(e.getMessage(), ""));
    }
  }

  @Override
  public void free(long address) {
    memory.free(address);
  }

  @Override
  public long freeBytes() {
    return limits.memoryBytes() - memory.used();
  }

  @Override
  public void copyIn(long to, MemorySegment from) {
    memory.write(to, from.toArray(ValueLayout.JAVA_BYTE));
  }

  @Override
  public void copyOut(MemorySegment to, long from) {
    to.copyFrom(MemorySegment.ofArray(memory.read(from, to.byteSize())));
  }

  @Override
  public void copyOnDevice(long to, long from, long bytes, long stream) {
    memory.write(to, memory.read(from, bytes));
  }

  /// A copy of so many bytes.
  public byte[] read(long from, long bytes) {
    return memory.read(from, bytes);
  }

  /// Makes each of so many bytes this one.
  public void fill(long at, long bytes, byte value) {
    memory.fill(at, bytes, value);
  }

  @Override
  public long load(String ptx) {
    return loaded.load(ptx);
  }

  @Override
  public void unload(long module) {
    loaded.unload(module);
  }

  @Override
  public long kernel(long module, String name) {
    return loaded.kernel(module, name);
  }

  @Override
  public Global global(long module, String name) {
    return loaded.global(module, name);
  }

  @Override
  public KernelResources resources(long kernel) {
    return loaded.resources(kernel);
  }

  @Override
  public int blocksPerMultiprocessor(long kernel, int threads, int sharedBytes) {
    return Residency.blocks(limits, resources(kernel), threads, sharedBytes);
  }

  /// Runs the kernel to its end, and prints what it printed.
  ///
  /// @throws KernelFault when the kernel does what no GPU can go on from
  @Override
  public void launch(
      long kernel, KernelSignature signature, GpuLaunch launch, byte[] parameters, long stream) {
    var target = loaded.get(kernel);
    target.function().bounds().check(target.function(), launch.block());
    if (launch.cooperative()) {
      Residency.check(limits, resources(kernel), launch);
    }
    var run = run(kernel, target.function(), launch, parameters);
    lastDetector = null;
    repeated = false;
    sampled = false;
    if (memo == null) {
      compute(target.program(), run);
    } else {
      var settings = List.of(engine, cores, budget, seconds);
      var arguments = ByteBuffer.wrap(parameters.clone());
      var asked = new LaunchMemo.Asked(kernel, launch, arguments, settings);
      computeOnce(memo, asked, target.program(), run);
    }
  }

  private KernelLaunch run(long kernel, PtxFunction function, GpuLaunch launch, byte[] parameters) {
    return new KernelLaunch(
        function,
        launch.grid(),
        launch.block(),
        launch.sharedBytes(),
        parameters,
        launch.cooperative() ? gridWorkspace() : 0,
        seconds > 0 ? Long.MAX_VALUE : budget > 0 ? budget : mode.jumps,
        seconds > 0 ? seconds : Long.MAX_VALUE,
        checkedBlocks,
        () ->
            limits.multiprocessors()
                * blocksPerMultiprocessor(
                    kernel, (int) launch.block().volume(), launch.sharedBytes()));
  }

  /// Brings back what an earlier launch has left, or computes it and remembers that.
  private void computeOnce(
      LaunchMemo earlier, LaunchMemo.Asked asked, LoadedModule program, KernelLaunch run) {
    repeated = mode == Mode.PLAIN && earlier.repeats(asked);
    if (repeated) {
      memory.assumeWritten();
      lastReport = report(run, List.of(new Counters()), List.of(), "");
    } else {
      earlier.compute(
          asked,
          () -> {
            compute(program, run);
            return mode == Mode.PLAIN && lastReport().output().isEmpty();
          });
    }
  }

  private void compute(LoadedModule program, KernelLaunch run) {
    var variant =
        new CodeVariant(engine == Engine.COMPILED, mode != Mode.PLAIN, mode == Mode.RACES);
    var grid =
        new Grid<Counters>(
            program,
            run,
            variant,
            cores,
            variant.checked() ? () -> new RaceDetector(memory) : Counters::new);
    byte[] before = {};
    if (variant.checked() && replayJumps > 0) {
      memory.fetchShared(); // other orders begin with the same values
      before = memory.copy();
      memory.giveBackShared(); // so that what is lent is what the kernel accesses
    }
    if (cores > 1 && !ORDERS_LOADS) {
      memory.fetchShared();
    }
    try {
      var counted = grid.run();
      if (counted.getFirst() instanceof RaceDetector detector) {
        lastDetector = detector;
      }
      sampled = grid.isSampled();
      if (lastDetector == null || sampled) {
        memory.assumeWritten();
      }
      var replays =
          replays(counted.getFirst(), new RaceSearch(program, run, memory, before, replayJumps));
      lastReport = report(run, counted, replays, grid.printed());
    } catch (LaunchFault e) {
      boolean waitsForHost = e.finding().kind() == FaultKind.ENDLESS && memory.isLent();
      var found = e.finding();
      throw new KernelFault(waitsForHost ? found.saying(found.message() + WAITS_FOR_HOST) : found);
    } finally {
      (printed == null ? System.out : printed).print(grid.printed());
    }
  }

  /// Clears the memory in which `grid.sync()` of CUDA's own headers counts the blocks that have
  /// arrived, and returns its address.
  private long gridWorkspace() {
    if (gridWorkspace == 0) {
      gridWorkspace = memory.allocate("the grid's workspace", GRID_WORKSPACE);
    }
    memory.fill(gridWorkspace, GRID_WORKSPACE, (byte) 0);
    return gridWorkspace;
  }

  private List<RaceReplay> replays(Counters told, RaceSearch search) {
    return replayJumps > 0 && told instanceof RaceDetector detector
        ? detector.races().stream()
            .filter(race -> replayed.test(race.getFirst().finding()))
            .map(search::replay)
            .toList()
        : List.of();
  }

  private LaunchReport report(
      KernelLaunch run, List<Counters> counted, List<RaceReplay> replays, String printed) {
    var all = counted.getFirst();
    counted.stream().skip(1).forEach(all::add);
    return new LaunchReport(
        KernelSignature.sourceName(run.kernel().name()),
        run.grid(),
        run.block(),
        mode == Mode.PLAIN ? List.of() : all.instructions(),
        all.findings(),
        replays,
        printed);
  }
}
