package tapeline.instructor.sandbox;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// A filter for system calls in the kernel's own form (classic BPF, `seccomp(2)`), as bubblewrap
/// reads it from a file: threads, but no processes where none is asked for, no namespaces, and no
/// [RefusedCall].
///
/// A refused call fails with EPERM, which Java shows as an exception. `clone3`, whose flags a
/// filter cannot read, fails with ENOSYS, and the C library falls back to `clone`.
final class SeccompFilter {
  private static final int LOAD = 0x20;
  private static final int JUMP_IF_EQUAL = 0x15;
  private static final int JUMP_IF_AT_LEAST = 0x35;
  private static final int JUMP_IF_BITS = 0x45;
  private static final int RETURN = 0x06;

  private static final int ALLOW = 0x7fff0000;
  private static final int KILL = 0x80000000;
  private static final int EPERM = 0x00050001;
  private static final int ENOSYS = 0x00050026;

  // offsets in struct seccomp_data
  private static final int CALL = 0;
  private static final int ARCHITECTURE = 4;
  private static final int FIRST_ARGUMENT = 16;

  private static final int CLONE3 = 435;
  private static final int CLONE_THREAD = 0x10000;
  private static final int CLONE_NAMESPACES = 0x7E020000; // NEWNS, NEWCGROUP … NEWNET
  private static final int X32_CALLS = 0x40000000;

  private final List<Instruction> program = new ArrayList<>();

  /// One instruction, and how many to skip when its condition holds or does not.
  private record Instruction(int code, int ifTrue, int ifFalse, int value) {}

  private final boolean processes;

  private SeccompFilter(boolean processes) {
    this.processes = processes;
  }

  /// The filter for a kind of processor, by its name in Java: `amd64` or `aarch64`.
  ///
  /// @param processes whether processes may be started
  /// @throws IllegalArgumentException for another kind
  static byte[] of(String architecture, boolean processes) {
    return switch (architecture) {
      case "amd64" -> new SeccompFilter(processes).bytes(false);
      case "aarch64" -> new SeccompFilter(processes).bytes(true);
      default ->
          throw new IllegalArgumentException(
              "system calls are known for amd64 and aarch64, got " + architecture);
    };
  }

  private byte[] bytes(boolean isArm) {
    add(LOAD, 0, 0, ARCHITECTURE);
    add(JUMP_IF_EQUAL, 1, 0, isArm ? 0xc00000b7 : 0xc000003e);
    add(RETURN, 0, 0, KILL);
    add(LOAD, 0, 0, CALL);
    if (!isArm) {
      add(JUMP_IF_AT_LEAST, 0, 1, X32_CALLS);
      add(RETURN, 0, 0, KILL);
    }
    when(CLONE3, ENOSYS);
    for (var call : RefusedCall.values()) {
      boolean refused = !processes || !call.startsProcess();
      if (call.number(isArm) != 0 && refused) {
        when(call.number(isArm), EPERM);
      }
    }
    add(JUMP_IF_EQUAL, 1, 0, isArm ? 220 : 56); // clone
    add(RETURN, 0, 0, ALLOW);
    add(LOAD, 0, 0, FIRST_ARGUMENT);
    add(JUMP_IF_BITS, 0, 1, processes ? CLONE_NAMESPACES : CLONE_THREAD);
    add(RETURN, 0, 0, processes ? EPERM : ALLOW);
    add(RETURN, 0, 0, processes ? ALLOW : EPERM);
    var bytes = ByteBuffer.allocate(8 * program.size()).order(ByteOrder.nativeOrder());
    for (var i : program) {
      bytes.putShort((short) i.code).put((byte) i.ifTrue).put((byte) i.ifFalse).putInt(i.value);
    }
    return bytes.array();
  }

  private void when(int call, int answer) {
    add(JUMP_IF_EQUAL, 0, 1, call);
    add(RETURN, 0, 0, answer);
  }

  private void add(int code, int ifTrue, int ifFalse, int value) {
    program.add(new Instruction(code, ifTrue, ifFalse, value));
  }
}
