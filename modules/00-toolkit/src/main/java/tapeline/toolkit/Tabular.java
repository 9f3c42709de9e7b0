package tapeline.toolkit;

/// A value that reads best as a table: a notebook shows it as one.
///
/// ```java
/// record Run(double rate, double loss) implements Tabular {
///   public TextTable table() {
///     return TextTable.of("rate", "loss").row(TextTable.number(rate, 3), TextTable.number(loss, 3));
///   }
/// }
/// ```
public interface Tabular {
  /// The value as it is now; later changes of the value do not change the table.
  TextTable table();

  /// Returns the first `rows` of the table as text, for places that show only text, unless the
  /// value has a form that reads better.
  default String text(int rows) {
    return table().first(rows).toString();
  }
}
