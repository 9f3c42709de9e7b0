package tapeline.notebook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;

/// A kernel that remembers what it was asked, and can call what cells would.
final class FakeHost implements Host {
  List<Path> folders = List.of();
  List<Path> sources = List.of();
  int times;
  List<String> lost = List.of();
  final List<String> displayed = new ArrayList<>();
  String nextInput = "";
  boolean replaced;

  @Override
  public List<String> showClasses(List<Path> classFolders) {
    folders = List.copyOf(classFolders);
    times++;
    return lost;
  }

  @Override
  public void showSources(List<Path> sourceFolders) {
    sources = List.copyOf(sourceFolders);
  }

  @Override
  public void show(DisplayData data) {
    displayed.add(String.valueOf(data.getData(MIMEType.TEXT_HTML)));
  }

  @Override
  public void setNextInput(String text, boolean replace) {
    nextInput = text;
    replaced = replace;
  }

  /// `Count.sum(values)` with the classes that cells use.
  int sum(int... values) throws ReflectiveOperationException {
    return (int) call("count.Count", "sum", values);
  }

  Object call(String type, String method, int... values) throws ReflectiveOperationException {
    var urls = new ArrayList<URL>();
    try {
      for (var f : folders) {
        urls.add(f.toUri().toURL());
      }
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
    try (var loader = new URLClassLoader(urls.toArray(URL[]::new), getClass().getClassLoader())) {
      return loader.loadClass(type).getMethod(method, int[].class).invoke(null, (Object) values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
