package tapeline.gpu.compiler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// NVRTC for the kernels of a program, and clang for its host code.
///
/// @param clang whose objects say which kernels are launched: NVRTC sees no launch, and compiles a
///   template only for the types that it is told
record NvrtcHost(ClangHost clang, Nvrtc nvrtc) implements HostCompiler {
  private static final String LEFT_OUT =
      "\nNVRTC was given what is marked for the device, types and constants, and no host code;"
          + " clang and nvcc compile a whole file.\n";
  private static final String STUB = "__device_stub__";
  private static final Pattern BASE = Pattern.compile(STUB + "(\\w+)");
  private static final Pattern OWN = Pattern.compile("_ZL\\d+(\\w+)|_ZN12_GLOBAL__N_1(\\w+)");
  private static final Pattern INCLUDE =
      Pattern.compile("(?m)^([ \\t]*#[ \\t]*include[ \\t]*)([<\"])([^>\"\\n]+)[>\"]");

  /// @throws NoCudaCompiler when one of the two is not there
  static HostCompiler of(Path folder, List<String> flags) {
    var nvrtc =
        CompilerSearch.nvrtc()
            .orElseThrow(() ->
                NoCudaCompiler.beside("NVRTC", "'./tapeline cuda-setup download-nvrtc' gets it."));
    var clang =
        ProgramCompiler.clangProgram()
            .orElseThrow(() -> NoCudaCompiler.beside("clang", Platform.here().install()));
    return new NvrtcHost(new ClangHost(clang, folder, flags), nvrtc);
  }

  @Override
  public String word() {
    return "nvrtc";
  }

  @Override
  public Path program() {
    return clang.program();
  }

  @Override
  public List<String> runtime() {
    return clang.runtime();
  }

  @Override
  public List<String> link() {
    return clang.link();
  }

  @Override
  public boolean compile(Path source, int number, String architecture, Path object, Run output)
      throws IOException {
    if (!clang.host(source, number, object, output)) {
      return false;
    }
    var texts = texts(source);
    var marks = DeviceText.marks(List.copyOf(texts.values()));
    var headers = headers();
    texts.forEach((file, text) ->
        headers.put(file.toString(), including(file, DeviceText.of(text, marks), headers)));
    var symbols = symbols(object);
    var wanted = symbols.stream().filter(Symbol::isToBeAskedFor).toList();
    var done =
        nvrtc.compile(
            new Nvrtc.Order(
                source.toString(),
                Objects.requireNonNull(headers.remove(source.toString())),
                headers,
                options(architecture),
                wanted.stream().map(Symbol::expression).toList()));
    if (done.ptx().isEmpty()) {
      output.say(done.log() + (done.log().startsWith("nvrtc:") ? "" : LEFT_OUT));
      return false;
    }
    var ptx = done.ptx().get();
    for (int i = 0; i < wanted.size(); i++) {
      ptx = renamed(ptx, Pattern.quote(done.names().get(i)), wanted.get(i).registered());
    }
    for (var symbol : symbols) {
      if (!symbol.otherName().isEmpty()) {
        ptx = renamed(ptx, symbol.otherName(), symbol.name);
      }
    }
    Files.writeString(clang.ptx(number), PtxText.tidy(ptx, source.getFileName().toString()));
    return true;
  }

  private List<String> options(String architecture) {
    var options = new ArrayList<>(Nvrtc.options(architecture.replace("sm_", "compute_")));
    options.add("-w");
    for (var flag : clang.flags()) {
      if (flag.startsWith("-std=")) {
        options.removeIf(o -> o.startsWith("--std="));
      }
      if (!flag.startsWith("-I")) { // the texts are handed over
        options.add(flag);
      }
    }
    return options;
  }

  /// A symbol of an object.
  ///
  /// @param kind `T`, `W`, `B`, … of `nm`; a small letter where it is the file's own
  /// @param plain as C++ has it
  private record Symbol(String kind, String name, String plain) {
    boolean isVariable() {
      return "bd".contains(kind);
    }

    /// Whether it launches a kernel that NVRTC leaves out, or calls by another name, of itself.
    boolean isToBeAskedFor() {
      return plain.contains(STUB) && (plain.contains("<") || kind.equals("t"));
    }

    /// `void q::__device_stub__k<float>(float*)` is `q::k<float>`.
    String expression() {
      int at = plain.length() - 1;
      for (int depth = 0; at >= 0; at--) {
        depth += plain.charAt(at) == ')' ? 1 : plain.charAt(at) == '(' ? -1 : 0;
        if (depth == 0) {
          break;
        }
      }
      return plain
          .substring(0, at)
          .replaceFirst("^void ", "")
          .replace("(anonymous namespace)::", "")
          .replace(STUB, "");
    }

    /// The kernel's name by which the host asks for it.
    String registered() {
      var base = BASE.matcher(plain);
      return base.find() ? name.replace(counted(base.group()), counted(base.group(1))) : name;
    }

    private static String counted(String word) {
      return word.length() + word;
    }

    /// NVRTC's name for a variable of the file's own, as a pattern; empty where it is the same.
    String otherName() {
      var own = OWN.matcher(name);
      if (!isVariable() || !own.matches()) {
        return "";
      }
      return own.group(1) == null ? "_ZN\\d+_INTERNAL_\\w*" + own.group(2) : own.group(1);
    }
  }

  private static List<Symbol> symbols(Path object) {
    var nm =
        CommandLine.find(List.of("nm", "llvm-nm"), List.of())
            .orElseThrow(() ->
                new IllegalStateException("nm, which comes with the linker, is not on the PATH"));
    var names = lines(nm, "-p", object).iterator();
    var plain = lines(nm, "-pC", object).iterator();
    var symbols = new ArrayList<Symbol>();
    while (names.hasNext() && plain.hasNext()) {
      String[] words = names.next().strip().split(" ", -1);
      var line = plain.next();
      int kind = words.length - 2;
      symbols.add(
          new Symbol(
              words[kind],
              words[kind + 1],
              line.substring(line.indexOf(" " + words[kind] + " ") + 3)));
    }
    return symbols;
  }

  private static List<String> lines(Path nm, String flag, Path object) {
    var command = List.of(nm.toString(), flag, object.toString());
    return CommandLine.run(Path.of("").toAbsolutePath(), command, Map.of())
        .output()
        .lines()
        .toList();
  }

  private static String renamed(String ptx, String pattern, String name) {
    return Pattern.compile("(?<![\\w$%.])" + pattern + "(?![\\w$.])")
        .matcher(ptx)
        .replaceAll(Matcher.quoteReplacement(name));
  }

  private static Map<String, String> headers() throws IOException {
    var headers = new LinkedHashMap<>(Prelude.bare());
    headers.putAll(ProgramBuild.OTHERS);
    headers.put("cuda_runtime.h", "");
    headers.put("cooperative_groups.h", ProgramBuild.header("cooperative_groups.h"));
    return headers;
  }

  /// The source and those that it includes of the program's own.
  private Map<Path, String> texts(Path source) throws IOException {
    var texts = new LinkedHashMap<Path, String>();
    var open = new ArrayList<>(List.of(source));
    while (!open.isEmpty()) {
      var file = open.removeLast();
      if (!texts.containsKey(file)) {
        var text = Files.readString(file);
        texts.put(file, text);
        INCLUDE
            .matcher(text)
            .results()
            .forEach(m -> included(file, m.group(2), m.group(3)).ifPresent(open::add));
      }
    }
    return texts;
  }

  private Optional<Path> included(Path from, String quote, String name) {
    var folders =
        clang.flags().stream().filter(f -> f.startsWith("-I")).map(f -> Path.of(f.substring(2)));
    var beside = quote.equals("<") ? Stream.<Path>of() : Stream.of(from.getParent());
    return Stream.concat(beside, folders)
        .map(folder -> folder.resolve(name).toAbsolutePath().normalize())
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /// Includes a program's own headers by their paths; all others that are not known are empty.
  private String including(Path from, String text, Map<String, String> headers) {
    return INCLUDE
        .matcher(text)
        .replaceAll(m -> {
          var own = included(from, m.group(2), m.group(3));
          if (own.isEmpty()) {
            headers.putIfAbsent(m.group(3), "");
          }
          return Matcher.quoteReplacement(
              own.map(file -> m.group(1) + '"' + file + '"').orElse(m.group()));
        });
  }
}
