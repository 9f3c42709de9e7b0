package tapeline.instructor.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/// A request.
public final class WebRequest {
  private static final int LONGEST_FORM = 1 << 15;

  private final Request request;
  private final BodyLimits limits;

  WebRequest(Request request, BodyLimits limits) {
    this.request = request;
    this.limits = limits;
  }

  /// `GET`, `PUT`, …
  public String method() {
    return request.getMethod();
  }

  /// The decoded path, from `/`.
  public String path() {
    return Request.getPathInContext(request);
  }

  /// A value of the query; empty where there is none.
  public String query(String name) {
    var value = Request.extractQueryParameters(request, UTF_8).getValue(name);
    return value == null ? "" : value;
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeaders().get(name));
  }

  public Optional<String> cookie(String name) {
    return Request.getCookies(request).stream()
        .filter(c -> c.getName().equals(name))
        .map(c -> c.getValue())
        .findFirst();
  }

  /// Opens the body.
  ///
  /// @throws HttpRefusal here or while it is read, where it breaks the limits
  public InputStream body() {
    limits.requireSize(request.getLength());
    return new LimitedBody(Content.Source.asInputStream(request), limits);
  }

  /// Reads a form of at most 32 KiB without a file: the first value of each name.
  ///
  /// @throws HttpRefusal when it is longer, or none
  public Map<String, String> form() throws IOException {
    var fields = new Fields();
    try (var in = body()) {
      var bytes = in.readNBytes(LONGEST_FORM + 1);
      if (bytes.length > LONGEST_FORM) {
        throw new HttpRefusal(413, "a form has at most %,d bytes".formatted(LONGEST_FORM));
      }
      UrlEncoded.decodeUtf8To(new String(bytes, UTF_8), fields);
    } catch (IllegalArgumentException e) {
      throw new HttpRefusal(400, "this form cannot be read: " + e.getMessage());
    }
    var values = new HashMap<String, String>();
    fields.forEach(field -> values.put(field.getName(), field.getValue()));
    return values;
  }

  /// Reads a file out of a form.
  @FunctionalInterface
  public interface FormFile<R> {
    R read(String fileName, InputStream content) throws IOException;
  }

  /// Reads the file of a form with one, which lies on disk meanwhile.
  ///
  /// @param folder where the parts of the form lie while they are read
  /// @throws HttpRefusal when the form has none
  public <R> R file(String field, Path folder, FormFile<R> reader) throws IOException {
    var type = header(HttpHeader.CONTENT_TYPE.asString()).orElse("");
    if (!type.matches("(?i)multipart/form-data\\b.*")) {
      throw new HttpRefusal(415, "a form with a file is multipart/form-data, got " + type);
    }
    var config =
        new MultiPartConfig.Builder()
            .location(folder)
            .maxMemoryPartSize(0)
            .maxPartSize(limits.mostBytes())
            .maxSize(limits.mostBytes())
            .maxParts(4)
            .build();
    try (var body = body();
        var parts = parts(body, type, config)) {
      var part = parts.getFirst(field);
      if (part == null || part.getFileName() == null || part.getFileName().isEmpty()) {
        throw new HttpRefusal(400, "the form has a file to hand in, and none was chosen");
      }
      try (var content = Content.Source.asInputStream(part.createContentSource())) {
        return reader.read(part.getFileName(), content);
      }
    }
  }

  private MultiPartFormData.Parts parts(InputStream body, String type, MultiPartConfig config)
      throws IOException {
    try {
      return MultiPartFormData.getParts(Content.Source.from(body), request, type, config);
    } catch (CompletionException e) {
      Throwable why = e;
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        why = cause;
        if (cause instanceof HttpRefusal refusal) {
          throw refusal;
        }
        if (cause instanceof IOException disk && !(cause instanceof EOFException)) {
          throw disk;
        }
      }
      throw new HttpRefusal(400, "this form cannot be read: " + why.getMessage());
    }
  }
}
