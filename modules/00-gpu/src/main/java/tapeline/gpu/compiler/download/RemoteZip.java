package tapeline.gpu.compiler.download;

import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/// A zip file on a web server, of which only the wanted entries are fetched: its table of contents
/// stands at its end, and a server gives any range of bytes.
final class RemoteZip {
  private static final int TAIL = 65_557; // the end record, and the longest comment there can be
  private static final int END_RECORD = 0x06054b50;
  private static final int CENTRAL_RECORD = 0x02014b50;
  private static final int DEFLATED = 8;

  private final URI address;
  private final Map<String, Entry> entries;

  /// A file in the zip: how many bytes are fetched for it, how many it has, and where it starts.
  record Entry(String name, int method, long compressed, long size, long offset) {
    private boolean isNamed(String lastName) {
      return name.substring(name.lastIndexOf('/') + 1).equals(lastName);
    }
  }

  /// Fetches the table of contents.
  RemoteZip(URI address) throws IOException {
    this.address = address;
    var tail = little(fetch("-" + TAIL));
    int end = tail.limit() - 22;
    while (end >= 0 && tail.getInt(end) != END_RECORD) {
      end--;
    }
    if (end < 0) {
      throw new ZipException("no zip file at " + address);
    }
    long size = Integer.toUnsignedLong(tail.getInt(end + 12));
    long offset = Integer.toUnsignedLong(tail.getInt(end + 16));
    this.entries = contents(little(fetch(offset + "-" + (offset + size - 1))));
  }

  private static Map<String, Entry> contents(ByteBuffer table) {
    var entries = new LinkedHashMap<String, Entry>();
    for (int at = 0; at + 46 <= table.limit() && table.getInt(at) == CENTRAL_RECORD; ) {
      int nameLength = table.getShort(at + 28) & 0xffff;
      var name = new byte[nameLength];
      table.get(at + 46, name);
      var entry =
          new Entry(
              new String(name, StandardCharsets.UTF_8),
              table.getShort(at + 10),
              Integer.toUnsignedLong(table.getInt(at + 20)),
              Integer.toUnsignedLong(table.getInt(at + 24)),
              Integer.toUnsignedLong(table.getInt(at + 42)));
      entries.put(entry.name, entry);
      int extra = table.getShort(at + 30) & 0xffff;
      int comment = table.getShort(at + 32) & 0xffff;
      at += 46 + nameLength + extra + comment;
    }
    return entries;
  }

  /// The files in it, by name.
  Map<String, Entry> entries() {
    return entries;
  }

  /// The file of a last name, which only one has.
  Entry entry(String lastName) throws IOException {
    var found = entries.values().stream().filter(e -> e.isNamed(lastName)).toList();
    if (found.size() != 1) {
      throw new ZipException(
          "%s should have one file %s, and has %d".formatted(address, lastName, found.size()));
    }
    return found.getFirst();
  }

  /// The bytes of a file, unpacked as they come.
  InputStream open(Entry entry) throws IOException {
    // the entry has a header of its own, whose length only that header says
    var header = little(fetch(entry.offset + "-" + (entry.offset + 29)));
    int skip = 30 + (header.getShort(26) & 0xffff) + (header.getShort(28) & 0xffff);
    long from = entry.offset + skip;
    var packed = request(from + "-" + (from + entry.compressed - 1)).getInputStream();
    if (entry.method != DEFLATED) {
      return packed;
    }
    var padded = new SequenceInputStream(packed, InputStream.nullInputStream());
    return new InflaterInputStream(padded, new Inflater(true), 1 << 16);
  }

  private byte[] fetch(String range) throws IOException {
    try (var in = request(range).getInputStream()) {
      return in.readAllBytes();
    }
  }

  private HttpURLConnection request(String range) throws IOException {
    if (!(address.toURL().openConnection() instanceof HttpURLConnection connection)) {
      throw new IOException("a web server (http or https) is needed, got " + address);
    }
    connection.setConnectTimeout(20_000);
    connection.setReadTimeout(60_000);
    connection.setRequestProperty("Range", "bytes=" + range);
    int status = status(connection);
    if (status != HttpURLConnection.HTTP_PARTIAL) {
      connection.disconnect();
      throw new IOException(
          "%s answers %d where a part of the file (206) was asked for".formatted(address, status));
    }
    return connection;
  }

  private int status(HttpURLConnection connection) throws IOException {
    try {
      return connection.getResponseCode();
    } catch (IOException e) {
      var why = e instanceof UnknownHostException ? "its name is not known" : e.getMessage();
      throw new IOException(
          "%s cannot be reached (%s): is there a network? Java finds a proxy by -Dhttps.proxyHost."
              .formatted(address.getHost(), why),
          e);
    }
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
