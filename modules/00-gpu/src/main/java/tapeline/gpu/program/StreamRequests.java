package tapeline.gpu.program;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tapeline.gpu.compiler.HostLines;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.memory.ByteRanges;
import tapeline.gpu.emulator.memory.MemoryUse;

/// The requests that tell of streams: what they are given, and what is waited for.
final class StreamRequests {
  /// In the order of `tapeline_runtime.cpp`, as [Does] is.
  private enum Order {
    CREATE,
    RECORD,
    STREAM_WAITS,
    HOST_WAITS,
    HOST_WAITS_FOR_EVENT,
    HOST_WAITS_FOR_ALL,
    PASSED
  }

  private enum Does {
    COPIES,
    FREES,
    LAUNCHES
  }

  private static final long LEGACY = 1; // cudaStreamLegacy, another name of the default stream

  private final Allocations allocations;
  private final HostLines lines;
  private final StreamOrder order = new StreamOrder();
  private final StreamRaces races = new StreamRaces(order);
  private final @Nullable EmulatedGpu watched;
  private final Set<List<String>> told = new HashSet<>(); // of races, the places of the two

  /// @param watched the device, where races are looked for; null where they are not
  StreamRequests(Allocations allocations, HostLines lines, @Nullable EmulatedGpu watched) {
    this.allocations = allocations;
    this.lines = lines;
    this.watched = watched;
  }

  /// Takes the handle of a stream from a request.
  static long stream(ByteBuffer asked) {
    long stream = asked.getLong();
    return stream == LEGACY ? StreamOrder.DEFAULT : stream;
  }

  /// This memory is new: what was done with it before is of no account.
  void allocated(long address) {
    races.allocated(ByteRanges.of(address, allocations.bytes(address)));
  }

  /// A stream was given work.
  ///
  /// @param answer gets the stream, and which one of its pieces of work this is
  /// @return a race with other work
  Optional<Mistake> work(ByteBuffer asked, ByteBuffer answer) {
    long stream = stream(asked);
    var does = Does.values()[(int) asked.getLong()];
    var to = asked.getLong();
    var from = asked.getLong();
    long n = asked.getLong();
    long[] calls = PackedWords.calls(asked);
    String name = PackedWords.text(asked);
    if (watched == null) {
      return add(stream, calls, name, MemoryUse.of(ByteRanges.NONE, ByteRanges.NONE), answer);
    }
    var use =
        switch (does) {
          case COPIES -> MemoryUse.of(range(from, n), range(to, n));
          case FREES -> MemoryUse.of(ByteRanges.NONE, range(to, allocations.bytes(to)));
          case LAUNCHES -> watched.lastUse();
        };
    String what = does == Does.LAUNCHES ? watched.lastReport().kernel() : name;
    return add(stream, calls, what, use, answer);
  }

  /// A stream was given work of this name.
  ///
  /// @param calls where the program asked for it
  /// @param answer gets the stream, and which one of its pieces of work this is
  /// @return a race with other work
  Optional<Mistake> add(long stream, long[] calls, String name, MemoryUse use, ByteBuffer answer) {
    var number = order.add(stream);
    answer.putLong(number.stream()).putLong(number.number());
    if (watched == null) {
      return Optional.empty();
    }
    return races
        .add(new StreamRaces.StreamWork(number, name, calls, use))
        .filter(race -> told.add(List.of(at(race.earlier()), at(race.later()))))
        .map(race -> mistake(race, watched));
  }

  /// @param address 0 for memory that no stream uses behind the program's back
  private static ByteRanges range(long address, long n) {
    return address == 0 ? ByteRanges.NONE : ByteRanges.of(address, n);
  }

  private static String at(StreamRaces.StreamWork work) {
    return Arrays.toString(work.calls());
  }

  private Mistake mistake(StreamRaces.StreamRace race, EmulatedGpu device) {
    var earlier = race.earlier();
    var later = race.later();
    var clash = race.clash();
    return Mistake.of(
        "race of streams",
        lines.of(later.calls()),
        "race of two streams: %s %s %s, which %s%s %s: %s"
            .formatted(
                later.name(),
                verb(later.name(), clash.later()),
                device.place(clash.address()),
                earlier.name(),
                lines.of(earlier.calls()).map(line -> " at " + line).orElse(""),
                verb(earlier.name(), clash.earlier()),
                advice(earlier.number().stream(), later.number().stream())));
  }

  private static String verb(String call, String verb) {
    return switch (call) {
      case "cudaMallocAsync" -> "allocates";
      case "cudaFreeAsync" -> "frees";
      default -> verb;
    };
  }

  private static String advice(long earlier, long later) {
    return earlier == StreamOrder.DEFAULT
        ? "no stream of cudaStreamNonBlocking waits for the default stream"
        : later == StreamOrder.DEFAULT
            ? "the default stream waits for no stream of cudaStreamNonBlocking"
            : "cudaEventRecord() behind that, and cudaStreamWaitEvent() before this, would order"
                + " them";
  }

  /// The order of work: a stream, an event, or a wait.
  ///
  /// @return 1, or 0 where an event was not waited for; and what the host has waited for: of each
  ///   stream, how much of its work
  byte[] order(ByteBuffer asked) {
    var what = Order.values()[(int) asked.getLong()];
    long stream = stream(asked);
    long event = asked.getLong();
    boolean nonBlocking = asked.getLong() != 0;
    boolean passed = true;
    switch (what) {
      case CREATE -> order.create(stream, !nonBlocking);
      case RECORD -> order.record(event, stream);
      case STREAM_WAITS -> order.wait(stream, event);
      case HOST_WAITS -> order.hostWaitsForStream(stream);
      case HOST_WAITS_FOR_EVENT -> order.hostWaitsForEvent(event);
      case HOST_WAITS_FOR_ALL -> order.hostWaitsForAll();
      case PASSED -> passed = order.isPassed(event);
    }
    var waited = order.waitedFor();
    var answer = PackedWords.words(8 + 16 * waited.size());
    answer.putLong(passed ? 1 : 0);
    waited.forEach((of, number) -> answer.putLong(of).putLong(number));
    return PackedWords.bytes(answer);
  }
}
