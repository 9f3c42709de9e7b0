package tapeline.instruments.machine;

import java.util.Comparator;
import java.util.List;
import tapeline.toolkit.LogLogPicture;
import tapeline.toolkit.Picture;
import tapeline.toolkit.TextTable;

/// A machine's ceilings over the intensity, and ops below them.
public final class RooflinePicture {
  private RooflinePicture() {}

  /// The picture of all ceilings: a slope for each bandwidth up to the peak, a level for each rate
  /// of computing. Ops without FLOPs have no place on it.
  public static Picture of(String title, Ceilings machine, List<RoofPoint> points) {
    var shown = points.stream().filter(p -> p.intensity() > 0 && p.flopsPerSecond() > 0).toList();
    double peak = machine.peak().perSecond();
    double widest = fastest(machine.bandwidth());
    double ridge = peak / machine.memory().perSecond();
    var places = shown.stream().mapToDouble(RoofPoint::intensity).summaryStatistics();
    double left = Math.min(places.getMin(), peak / widest) / 3;
    double right = 8 * Math.max(places.getMax(), ridge); // the levels' names stand beside the ops
    var picture = new LogLogPicture(title, "FLOPs a byte", "GFLOP/s");
    for (var slope : machine.bandwidth()) {
      double end = peak / slope.perSecond();
      picture.line(
          slope.name() + " " + rate(slope) + "B/s",
          new double[] {left, end},
          new double[] {left * slope.perSecond() / 1e9, peak / 1e9});
    }
    for (var level : machine.compute()) {
      double height = level.perSecond() / 1e9;
      picture.line(
          level.name() + " " + rate(level) + "FLOP/s",
          new double[] {right, level.perSecond() / widest}, // its name stands to the right
          new double[] {height, height});
    }
    for (var p : shown) {
      picture.point(p.label(), p.group(), p.intensity(), p.flopsPerSecond() / 1e9);
    }
    return picture.picture();
  }

  private static String rate(Ceiling ceiling) {
    double giga = ceiling.perSecond() / 1e9;
    return giga < 1000 ? TextTable.number(giga, 3) + " G" : TextTable.number(giga / 1000, 3) + " T";
  }

  private static double fastest(List<Ceiling> ceilings) {
    return ceilings.stream()
        .max(Comparator.comparingDouble(Ceiling::perSecond))
        .orElseThrow()
        .perSecond();
  }
}
