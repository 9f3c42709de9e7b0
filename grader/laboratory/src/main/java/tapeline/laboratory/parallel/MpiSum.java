package tapeline.laboratory.parallel;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Open MPI's `MPI_Allreduce`, called from Java: sums of floats over all processes of an `mpirun`.
/// The engine that one would use in earnest, beside the ring that one has written.
///
/// Names and constants are Open MPI's, of version 4 and 5: its communicators, types and operations
/// are addresses of `ompi_mpi_…`, and `MPI_IN_PLACE` is 1.
final class MpiSum implements AutoCloseable {
  private static final String LIBRARY = "libmpi.so.40";
  private static final MemorySegment IN_PLACE = MemorySegment.ofAddress(1);

  private final Arena arena = Arena.ofShared();
  private final SymbolLookup mpi;
  private final MemorySegment world;
  private final MemorySegment floats;
  private final MemorySegment sum;
  private final MethodHandle allReduce;
  private final MethodHandle barrier;
  private final MemorySegment buffer;

  /// Starts MPI in this process, which `mpirun` has started.
  ///
  /// @param most numbers of a sum
  /// @throws IllegalStateException when there is no Open MPI, or it refuses
  MpiSum(int most) {
    try {
      mpi = SymbolLookup.libraryLookup(LIBRARY, arena);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("Open MPI is not installed: no " + LIBRARY, e);
    }
    world = symbol("ompi_mpi_comm_world");
    floats = symbol("ompi_mpi_float");
    sum = symbol("ompi_mpi_op_sum");
    var pointer = ValueLayout.ADDRESS;
    var integer = ValueLayout.JAVA_INT;
    allReduce = function("MPI_Allreduce", pointer, pointer, integer, pointer, pointer, pointer);
    barrier = function("MPI_Barrier", pointer);
    buffer = arena.allocate(ValueLayout.JAVA_FLOAT, Math.max(1, most));
    call(
        "MPI_Init", function("MPI_Init", pointer, pointer), MemorySegment.NULL, MemorySegment.NULL);
  }

  static boolean isInstalled() {
    try (var arena = Arena.ofConfined()) {
      SymbolLookup.libraryLookup(LIBRARY, arena);
      return RingLauncher.MPIRUN.isInstalled();
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private MemorySegment symbol(String name) {
    return mpi.find(name).orElseThrow(() -> new IllegalStateException(LIBRARY + " has no " + name));
  }

  private MethodHandle function(String name, MemoryLayout... arguments) {
    return Linker.nativeLinker()
        .downcallHandle(symbol(name), FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
  }

  private static void call(String name, MethodHandle function, Object... arguments) {
    int code;
    try {
      code = (int) function.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException("cannot call " + name, e);
    }
    if (code != 0) {
      throw new IllegalStateException("%s says %d".formatted(name, code));
    }
  }

  /// Replaces the numbers by their sums over all processes.
  void sum(float[] numbers) {
    MemorySegment.copy(numbers, 0, buffer, ValueLayout.JAVA_FLOAT, 0, numbers.length);
    call("MPI_Allreduce", allReduce, IN_PLACE, buffer, numbers.length, floats, sum, world);
    MemorySegment.copy(buffer, ValueLayout.JAVA_FLOAT, 0, numbers, 0, numbers.length);
  }

  /// Waits until all processes are here.
  void meet() {
    call("MPI_Barrier", barrier, world);
  }

  @Override
  public void close() {
    call("MPI_Finalize", function("MPI_Finalize"));
    arena.close();
  }
}
