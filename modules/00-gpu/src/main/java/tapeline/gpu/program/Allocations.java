package tapeline.gpu.program;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tapeline.gpu.GpuException;
import tapeline.gpu.compiler.HostLines;

/// The memory that a program has asked its device for.
final class Allocations {
  // owners, as in tapeline_runtime.cpp
  private static final long PROGRAM_AND_HOST = 1;
  private static final long RUNTIME = 2;
  private static final long PINNED = 3;

  private final DeviceMemory memory;
  private final HostLines lines;
  private final AllocationNames names;
  private final Map<Long, Allocation> inUse = new LinkedHashMap<>();
  private final Map<Long, String> freed = new HashMap<>();

  Allocations(DeviceMemory memory, HostLines lines) {
    this.memory = memory;
    this.lines = lines;
    names = new AllocationNames(lines);
  }

  /// @param calls where the program asked for it
  private record Allocation(String name, long bytes, long owner, long[] calls) {}

  /// The address of new memory, which is named for the variable that gets it.
  long allocate(ByteBuffer asked) {
    long bytes = asked.getLong();
    long owner = asked.getLong();
    long[] calls = PackedWords.calls(asked);
    String name = names.of(calls);
    try {
      boolean shares = owner == PROGRAM_AND_HOST || owner == PINNED;
      long at =
          shares
              ? memory.allocateShared(name, bytes, owner == PINNED)
              : memory.allocate(name, bytes);
      if (owner != RUNTIME) {
        inUse.put(at, new Allocation(name, bytes, owner, calls));
      }
      freed.remove(at);
      return at;
    } catch (GpuException e) {
      throw new RefusedRequest(RuntimeError.OUT_OF_MEMORY, "cudaMalloc: " + e.getMessage());
    }
  }

  /// @throws IllegalArgumentException when no memory in use begins there
  void free(long address) {
    var before = freed.get(address);
    if (before != null) {
      throw new IllegalArgumentException(before + " was freed before");
    }
    memory.free(address);
    var allocation = inUse.remove(address);
    if (allocation != null) {
      freed.put(address, allocation.name);
    }
  }

  /// How long the memory is that begins there.
  long bytes(long address) {
    var allocation = inUse.get(address);
    return allocation == null ? 0 : allocation.bytes;
  }

  /// Returns a mistake for each piece of device or managed memory that was not freed.
  List<Mistake> leaks() {
    return inUse.values().stream()
        .filter(a -> a.owner != PINNED)
        .map(a ->
            Mistake.of(
                "leak",
                lines.of(a.calls),
                "leak: cudaMalloc gave %s of %,d bytes, and no cudaFree took it back"
                    .formatted(a.name, a.bytes)))
        .toList();
  }
}
