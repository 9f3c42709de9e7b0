import tapeline.competition.Contestant;

/// Reads no digit: very small, and one in ten is right.
public final class Entry implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    return new float[input[0].length / 64];
  }
}
