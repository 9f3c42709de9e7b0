package tapeline.tests.toolkit;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/// Reads pictures back.
public final class Svg {
  private static final String DTD =
      "http://apache.org/xml/features/nonvalidating/load-external-dtd";

  private Svg() {}

  /// The root of an SVG; nothing is loaded from elsewhere.
  ///
  /// @throws AssertionError when the text is not well-formed XML, or its root is not `svg`
  public static Element parse(String text) {
    try {
      var factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(DTD, false);
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null); // what is wrong is thrown, and not printed as well
      var root = builder.parse(new InputSource(new StringReader(text))).getDocumentElement();
      if (!root.getTagName().equals("svg")) {
        throw new AssertionError("an SVG starts with <svg>, got <" + root.getTagName() + ">");
      }
      return root;
    } catch (SAXException e) {
      throw new AssertionError("not well-formed XML: " + e.getMessage() + "\n" + text, e);
    } catch (ParserConfigurationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The elements of this name, in the order of the text.
  public static List<Element> all(Element root, String name) {
    var nodes = root.getElementsByTagName(name);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }
}
