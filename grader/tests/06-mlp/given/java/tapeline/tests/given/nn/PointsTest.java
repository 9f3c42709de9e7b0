package tapeline.tests.given.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.data.Points;

class PointsTest {
  @Test
  void moons_without_noise_lie_on_two_half_circles() {
    var moons = Points.twoMoons(100, 0, new Random(1));
    for (int i = 0; i < 100; i++) {
      double x = moons.inputs().at(i, 0) - moons.labels()[i];
      double y = moons.inputs().at(i, 1) - 0.5 * moons.labels()[i];
      assertThat(Math.hypot(x, y)).as("the radius of point %d", i).isCloseTo(1, within(1e-6));
      assertThat(moons.labels()[i] == 0 ? y : -y).as("its half").isGreaterThanOrEqualTo(-1e-6);
      assertThat(moons.labels()[i]).isEqualTo(i % 2);
    }
  }

  @Test
  void spirals_without_noise_turn_as_they_go_out() {
    var spirals = Points.spirals(99, 3, 0, new Random(1));
    for (int i = 0; i < 99; i++) {
      double x = spirals.inputs().at(i, 0);
      double y = spirals.inputs().at(i, 1);
      double radius = Math.hypot(x, y);
      double turned = 2 * Math.PI * (spirals.labels()[i] / 3.0 + 0.7 * radius);
      assertThat(radius).isLessThan(1);
      assertThat(x).as("point %d", i).isCloseTo(radius * Math.cos(turned), within(1e-5));
      assertThat(y).as("point %d", i).isCloseTo(radius * Math.sin(turned), within(1e-5));
      assertThat(spirals.labels()[i]).isEqualTo(i % 3);
    }
    assertThat(spirals.classes()).isEqualTo(3);
  }

  @Test
  void noise_has_the_deviation_asked_for() {
    double sum = 0;
    var moons = Points.twoMoons(4000, 0.1f, new Random(1));
    for (int i = 0; i < 4000; i++) {
      double x = moons.inputs().at(i, 0) - moons.labels()[i];
      double y = moons.inputs().at(i, 1) - 0.5 * moons.labels()[i];
      sum += Math.pow(Math.hypot(x, y) - 1, 2);
    }
    assertThat(Math.sqrt(sum / 4000))
        .as("the deviation of the points' radius from 1, for noise 0.1")
        .isCloseTo(0.1, within(0.01));
  }

  @Test
  void a_seed_gives_the_same_points() {
    assertThat(Points.twoMoons(9, 0.1f, new Random(5)).inputs().toArray())
        .isEqualTo(Points.twoMoons(9, 0.1f, new Random(5)).inputs().toArray());
    assertThat(Points.spirals(9, 2, 0.1f, new Random(5)).inputs().toArray())
        .isEqualTo(Points.spirals(9, 2, 0.1f, new Random(5)).inputs().toArray());
  }

  @Test
  void a_spiral_has_an_arm() {
    assertThatThrownBy(() -> Points.spirals(9, 0, 0, new Random(5)))
        .hasMessage("spirals have at least one arm, got 0");
  }
}
