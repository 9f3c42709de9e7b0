package tapeline.tests.conv;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.conv.Window;

@Tag("08.1")
class WindowPlacesTest {

  @Test
  void a_window_loses_what_it_reaches_beyond_its_first_pixel() {
    assertThat(new Window(3, 1, 0).places(8))
        .as("places of a window of 3 along 8 pixels: the last one starts at pixel 5")
        .isEqualTo(6);
    assertThat(new Window(1, 1, 0).places(7))
        .as("places of a window of 1 along 7 pixels")
        .isEqualTo(7);
  }

  @Test
  void the_border_lies_on_both_sides() {
    assertThat(new Window(3, 1, 1).places(8))
        .as("places of a window of 3 along 8 pixels with a border of 1 on both sides")
        .isEqualTo(8);
    assertThat(new Window(3, 1, 2).places(8))
        .as("places of a window of 3 along 8 pixels with a border of 2 on both sides")
        .isEqualTo(10);
  }

  @Test
  void pixels_that_are_left_over_have_no_place() {
    assertThat(new Window(2, 2, 0).places(7))
        .as("places of a window of 2 along 7 pixels, stride 2: starts at 0, 2 and 4; not at 6")
        .isEqualTo(3);
  }

  @Test
  void every_start_counts() {
    for (int size = 1; size <= 4; size++) {
      for (int stride = 1; stride <= 4; stride++) {
        for (int padding = 0; padding < size; padding++) {
          for (int length = size; length < 12; length++) {
            var window = new Window(size, stride, padding);
            assertThat(window.places(length))
                .as("places along %d pixels of %s: count the starts", length, window)
                .isEqualTo(ExactImages.places(length, window));
          }
        }
      }
    }
  }
}
