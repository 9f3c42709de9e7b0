package tapeline.profile;

import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// Writes what tapes do into the tracks of their threads.
final class TapeRecorder implements TapeListener {
  private final Recording recording;
  private final Profiler.Options options;

  TapeRecorder(Recording recording, Profiler.Options options) {
    this.recording = recording;
    this.options = options;
  }

  @Override
  public void forwardStarts(TensorOp op, Variable... inputs) {
    var track = recording.track();
    track.open(Span.Kind.FORWARD, track.records() ? call(track, op, inputs) : null);
  }

  private OpCall call(Track track, TensorOp op, Variable... inputs) {
    long before = track.allocated();
    var layer = options.layers() ? CallSite.layers() : "";
    var line = options.lines() ? CallSite.line() : "";
    var call = new OpCall(recording.nextCall(), op, layer, line, inputs);
    track.own(before);
    return call;
  }

  @Override
  public void forwardEnds(TensorOp op) {
    recording.track().close();
  }

  @Override
  public void recorded(TensorOp op, Variable result, int node) {
    var track = recording.track();
    var call = track.last();
    if (call != null) {
      long before = track.allocated();
      call.succeeded(result.shape());
      track.calls(result.tape()).put(node, call);
      track.own(before);
    }
  }

  @Override
  public void walkStarts(TensorTape tape) {
    recording.track().open(Span.Kind.SCOPE, Profiler.BACKWARD);
  }

  @Override
  public void walkEnds(TensorTape tape) {
    recording.track().close();
  }

  @Override
  public void backwardStarts(TensorTape tape, int node, TensorOp op) {
    var track = recording.track();
    track.open(Span.Kind.BACKWARD, track.records() ? track.calls(tape).at(node) : null);
  }

  @Override
  public void backwardEnds(TensorTape tape, int node) {
    recording.track().close();
  }

  @Override
  public void additionStarts(TensorTape tape, int node, Tensor gradient) {
    var track = recording.track();
    track.open(Span.Kind.ACCUMULATE, track.addition(gradient.shape()));
  }

  @Override
  public void additionEnds(TensorTape tape, int node) {
    recording.track().close();
  }

  @Override
  public void held(TensorTape tape, Holding as, int node, Tensor tensor, long bytes, long live) {
    var track = recording.track();
    if (!track.records()) {
      recording.drop();
      return;
    }
    long before = track.allocated();
    var calls = track.calls(tape);
    var holder = calls.holder(as, node, tensor, bytes, track.last());
    track.add(
        new Track.Change(
            recording.now(), recording.step(), calls.number(), holder, as, bytes, live));
    track.own(before);
  }
}
