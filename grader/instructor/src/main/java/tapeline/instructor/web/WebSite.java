package tapeline.instructor.web;

import java.io.IOException;

/// Answers requests.
@FunctionalInterface
public interface WebSite {
  /// Returns the answer to a request.
  ///
  /// @throws HttpRefusal when there is none; the server sends its sentence
  Reply answer(WebRequest request) throws IOException;
}
