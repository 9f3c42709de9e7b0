package tapeline.instructor.homework;

import static org.junit.jupiter.api.extension.ExtensionContext.Namespace.GLOBAL;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import tapeline.grader.course.WholeFolder;

/// Gives test classes the same [HomeworkClass], which takes seconds to open. It is closed when all
/// tests have run.
final class OneHomeworkClass implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == HomeworkClass.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return test.getRoot()
        .getStore(GLOBAL)
        .getOrComputeIfAbsent(Shared.class, _ -> Shared.open(), Shared.class)
        .homework;
  }

  private record Shared(Path folder, HomeworkClass homework) implements AutoCloseable {
    static Shared open() {
      try {
        var folder = Files.createTempDirectory("tapeline-class");
        return new Shared(folder, HomeworkClass.in(folder));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      homework.close();
      WholeFolder.delete(folder);
    }
  }
}
