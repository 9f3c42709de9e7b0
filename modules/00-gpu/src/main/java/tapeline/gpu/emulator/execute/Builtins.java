package tapeline.gpu.emulator.execute;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tapeline.gpu.KernelSignature;
import tapeline.gpu.emulator.fault.FaultKind;
import tapeline.gpu.emulator.fault.Trap;
import tapeline.gpu.emulator.memory.Bytes;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.Refusal;

/// The functions that CUDA's own library provides: `printf` and `assert`.
final class Builtins {
  private final Warp warp;
  private final Frame frame;
  private final Instruction in;
  private final List<Operand> arguments;
  private final List<Operand> results;

  Builtins(Warp warp, Frame frame, Instruction in, List<Operand> arguments, List<Operand> results) {
    this.warp = warp;
    this.frame = frame;
    this.in = in;
    this.arguments = arguments;
    this.results = results;
  }

  void call(String name, int lanes) {
    switch (name) {
      case "vprintf" -> {
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
          int lane = Integer.numberOfTrailingZeros(rest);
          String format = string(argument(0, 8, lane), lane);
          long values = argument(1, 8, lane);
          var count = new AtomicInteger();
          warp.block.print(
              new PrintFormat(
                      format,
                      (at, size) -> {
                        count.incrementAndGet();
                        return load(values + at, size, lane);
                      },
                      address -> string(address, lane))
                  .text());
          answer(count.get(), lane);
        }
      }
      case "__assertfail", "__assert_fail" -> {
        int lane = Integer.numberOfTrailingZeros(lanes);
        throw new Trap(
            FaultKind.ASSERTION,
            32 * in.index() + lane,
            "%s does not hold (%s:%d, %s)"
                .formatted(
                    string(argument(0, 8, lane), lane),
                    string(argument(1, 8, lane), lane),
                    argument(2, 4, lane),
                    string(argument(3, 8, lane), lane)));
      }
      default ->
          throw new Trap(
              FaultKind.CALL,
              32 * in.index() + Integer.numberOfTrailingZeros(lanes),
              "the function " + KernelSignature.sourceName(name) + " " + Refusal.ofFunction(name));
    }
  }

  /// Gives the call's result, where the caller has room for one.
  private void answer(int value, int lane) {
    for (var result : results) {
      var variable = ((Operand.Variable) result).variable();
      int at = frame.base + variable.offset();
      warp.local.bring(lane, at, at + variable.bytes());
      Bytes.store32(warp.memory(Space.LOCAL, lane), at, value);
    }
  }

  private long argument(int i, int size, int lane) {
    var variable = ((Operand.Variable) arguments.get(i)).variable();
    return Bytes.load(warp.memory(Space.LOCAL, lane), frame.base + variable.offset(), size, true);
  }

  private long load(long address, int size, int lane) {
    var space = Space.of(address);
    int at = warp.place(space, address - space.window, size, 32 * in.index() + lane, false);
    return Bytes.load(warp.memory(space, lane), at, size, true);
  }

  private String string(long address, int lane) {
    var space = Space.of(address);
    int at = warp.place(space, address - space.window, 1, 32 * in.index() + lane, false);
    return Bytes.zeroTerminated(warp.memory(space, lane), at);
  }
}
