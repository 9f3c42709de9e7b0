package tapeline.profile;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.instruments.profile.Recording;
import tapeline.instruments.profile.Span;
import tapeline.instruments.profile.Track;
import tapeline.tensor.Tensor;

/// Writes what tapes do into the tracks of their threads.
final class TapeRecorder implements TapeListener {
  private final Recording recording;
  private final Profiler.Options options;
  private final Map<TensorTape, TapeCalls> tapes = Collections.synchronizedMap(new WeakHashMap<>());

  TapeRecorder(Recording recording, Profiler.Options options) {
    this.recording = recording;
    this.options = options;
  }

  @Override
  public void forwardStarts(TensorOp op, Variable... inputs) {
    if (recording.rests()) return;
    var track = recording.enter();
    track.open(Span.Kind.FORWARD, track.records() ? call(op, inputs) : null);
    track.leave();
  }

  /// Returns the record of a tape.
  private TapeCalls calls(TensorTape tape) {
    return tapes.computeIfAbsent(tape, _ -> new TapeCalls(recording.nextTape()));
  }

  private OpCall call(TensorOp op, Variable... inputs) {
    var layer = options.layers() ? CallSite.layers() : "";
    var line = options.lines() ? CallSite.line() : "";
    return new OpCall(recording.nextCall(), op, layer, line, inputs);
  }

  @Override
  public void forwardEnds(TensorOp op) {
    if (recording.rests()) return;
    var track = recording.enter();
    track.close();
    track.leave();
  }

  @Override
  public void recorded(TensorOp op, Variable result, int node) {
    if (recording.rests()) return;
    var track = recording.enter();
    if (track.last() instanceof OpCall call) {
      call.succeeded(result.shape());
      calls(result.tape()).put(node, call);
    }
    track.leave();
  }

  @Override
  public void walkStarts(TensorTape tape) {
    if (recording.rests()) return;
    var track = recording.enter();
    track.open(Span.Kind.SCOPE, Profiler.BACKWARD);
    track.leave();
  }

  @Override
  public void walkEnds(TensorTape tape) {
    if (recording.rests()) return;
    var track = recording.enter();
    track.close();
    track.leave();
  }

  @Override
  public void backwardStarts(TensorTape tape, int node, TensorOp op) {
    if (recording.rests()) return;
    var track = recording.enter();
    track.open(Span.Kind.BACKWARD, track.records() ? calls(tape).at(node) : null);
    track.leave();
  }

  @Override
  public void backwardEnds(TensorTape tape, int node) {
    if (recording.rests()) return;
    var track = recording.enter();
    track.close();
    track.leave();
  }

  @Override
  public void additionStarts(TensorTape tape, int node, Tensor gradient) {
    if (recording.rests()) return;
    var track = recording.enter();
    var sum =
        track.open() instanceof OpCall call ? new OpCall.Addition(call, gradient.shape()) : null;
    track.open(Span.Kind.ACCUMULATE, sum);
    track.leave();
  }

  @Override
  public void additionEnds(TensorTape tape, int node) {
    if (recording.rests()) return;
    var track = recording.enter();
    track.close();
    track.leave();
  }

  @Override
  public void held(TensorTape tape, Holding as, int node, Tensor tensor, long bytes, long live) {
    if (recording.rests()) return;
    var track = recording.enter();
    if (track.records()) {
      var calls = calls(tape);
      var last = track.last() instanceof OpCall call ? call : null;
      var holder = calls.holder(as, node, tensor, bytes, last);
      var purpose = as == Holding.SAVED ? "saved" : "gradient";
      track.add(
          new Track.Change(
              recording.now(), recording.step(), calls.number(), holder, purpose, bytes, live));
    } else {
      recording.drop();
    }
    track.leave();
  }
}
