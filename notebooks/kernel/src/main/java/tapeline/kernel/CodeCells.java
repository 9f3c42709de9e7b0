package tapeline.kernel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/// The code of a notebook's file.
final class CodeCells {
  private CodeCells() {}

  /// The text of its code cells, in their order.
  ///
  /// @throws IllegalArgumentException when the file is no notebook
  static List<String> of(String notebook) {
    try {
      var cells = new ArrayList<String>();
      var all = new ObjectMapper().readTree(notebook).path("cells");
      if (!all.isArray()) {
        throw new IllegalArgumentException(
            "The file is no notebook: there is no list of cells, which nbformat 4 has");
      }
      for (var cell : all) {
        if (cell.path("cell_type").asText().equals("code")) {
          var source = cell.path("source");
          var text = new StringBuilder(source.isTextual() ? source.asText() : "");
          source.forEach(line -> text.append(line.asText()));
          cells.add(text.toString());
        }
      }
      return List.copyOf(cells);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The file is no notebook: " + e.getOriginalMessage(), e);
    }
  }
}
