package tapeline.display;

import static org.assertj.core.api.Assertions.assertThat;

import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;

/// The forms of a value that a front end gets to show.
record Rendered(DisplayData data) {
  /// Renders a value that a cell ends with.
  static Rendered of(Object value) {
    return new Rendered(renderer().render(value));
  }

  /// Renders the value of `display(value, type)`.
  static Rendered as(String type, Object value) {
    return new Rendered(renderer().renderAs(value, type));
  }

  String text() {
    return form(MIMEType.TEXT_PLAIN);
  }

  String html() {
    return form(MIMEType.TEXT_HTML);
  }

  String form(MIMEType type) {
    assertThat(has(type)).as("it is shown as %s", type).isTrue();
    return (String) data.getData(type);
  }

  boolean has(MIMEType type) {
    return data.hasDataForType(type);
  }

  private static Renderer renderer() {
    var renderer = new Renderer();
    Displays.register(renderer);
    return renderer;
  }
}
