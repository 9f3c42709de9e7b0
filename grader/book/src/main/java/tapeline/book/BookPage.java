package tapeline.book;

import org.jsoup.nodes.Element;

/// A page of the book.
///
/// @param path from the book's folder: `modules/05-tensor-autograd.html`
/// @param source the file or folder of the course that it shows
/// @param part of the book that it belongs to, as its top navigation calls it
/// @param body a `main` with one `h1`
record BookPage(String path, String source, String title, String part, Element body) {

  /// A relative link from this page to another path of the book.
  String to(String other) {
    return relative(path, other);
  }

  static String relative(String from, String to) {
    return "../".repeat((int) from.chars().filter(c -> c == '/').count()) + address(to);
  }

  /// A path of the book as a link has it.
  static String address(String path) {
    return path.replace("%", "%25").replace(" ", "%20").replace("?", "%3F");
  }
}
