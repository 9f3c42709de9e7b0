package tapeline.display;

import static org.dflib.jjava.jupyter.kernel.display.mime.MIMEType.IMAGE_SVG;
import static org.dflib.jjava.jupyter.kernel.display.mime.MIMEType.TEXT_HTML;
import static org.dflib.jjava.jupyter.kernel.display.mime.MIMEType.TEXT_PLAIN;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import org.dflib.jjava.jupyter.kernel.display.RenderContext;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.dflib.jjava.jupyter.kernel.display.Renderer.RenderRegistration;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import tapeline.grader.report.Html;
import tapeline.toolkit.Picture;
import tapeline.toolkit.Prediction;
import tapeline.toolkit.Tabular;

/// Teaches a kernel's renderer to show what the course works with.
///
/// Each value keeps a `text/plain` beside its table or picture. Colours come from the page or from
/// the picture's own paper, so that all of it is legible on a light and on a dark theme.
public final class Displays {
  private static final int MOST_ROWS = 100;

  private Displays() {}

  /// Registers all of them, but for those of a library that is not on the class path.
  public static void register(Renderer renderer) {
    as(TEXT_HTML, Tabular.class, renderer).register((value, context) -> table(value, context));
    as(TEXT_HTML, Map.class, renderer)
        .register((value, context) -> table(Containers.table(value), context));
    as(TEXT_HTML, Collection.class, renderer)
        .register((value, context) -> collection(value, context));
    as(TEXT_HTML, Prediction.class, renderer)
        .register((value, context) -> sentence(value, context));
    as(TEXT_HTML, Picture.class, renderer)
        .preferring(IMAGE_SVG)
        .register((value, context) -> picture(value, context));
    for (var type : Containers.ARRAYS) {
      as(TEXT_PLAIN, type, renderer)
          .register((value, context) -> text(Containers.array(value), context));
    }
    ifPresent(() -> ChartDisplay.register(renderer));
    ifPresent(() -> RelationDisplay.register(renderer));
  }

  /// Values of this type are shown as `best`, and as text where nothing else is asked for.
  static <T> RenderRegistration<T> as(MIMEType best, Class<T> type, Renderer renderer) {
    return renderer.createRegistration(type).preferring(best).supporting(TEXT_PLAIN);
  }

  /// Shows the first rows, as HTML and as text.
  static void table(Tabular value, RenderContext context) {
    context.renderIfRequested(TEXT_HTML, () -> HtmlTable.of(value.table().first(MOST_ROWS)));
    text(value.text(MOST_ROWS), context);
  }

  /// Shows a sentence as the page's own text, which breaks between words; front ends break plain
  /// text anywhere.
  private static void sentence(Object value, RenderContext context) {
    context.renderIfRequested(
        TEXT_HTML, () -> new Html().element("div", value.toString()).toString());
    text(value.toString(), context);
  }

  static void text(String text, RenderContext context) {
    context.getOutputContainer().putText(text);
  }

  /// Shows a picture as an image file in the page: there it has an alternative text, its style
  /// stays its own, and exporters that strip an SVG of its elements leave it whole.
  private static void picture(Picture value, RenderContext context) {
    context.renderIfRequested(IMAGE_SVG, value::svg);
    context.renderIfRequested(TEXT_HTML, () -> HtmlImage.of(value));
    text(value.toString(), context);
  }

  private static void collection(Collection<?> all, RenderContext context) {
    var records = Containers.records(new ArrayList<>(all));
    if (records.isPresent()) {
      table(records.get(), context);
    } else {
      text(Containers.collection(all), context);
    }
  }

  private static void ifPresent(Runnable registration) {
    try {
      registration.run();
    } catch (NoClassDefFoundError e) {
      // The library is not on the class path, so there is no value of it to show.
    }
  }
}
