package tapeline.gpu.program;

import static java.util.Comparator.naturalOrder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tapeline.gpu.compiler.ProgramBuild;
import tapeline.gpu.emulator.Mode;

/// The words behind `./tapeline cuda run`: `my.cu … [options] [-- arguments of the program]`.
///
/// @param help whether the usage is asked for, and nothing else counts
/// @param folder the user's, where the program runs
/// @param mode how closely launches are watched
/// @param replay whether races are run again in other orders
/// @param counts whether the costs are shown
/// @param flags for the compiler
/// @param compiler `clang` or `nvcc`; empty for the first that is there
/// @param card whose limits hold, and whose peaks are said; empty for the least limits of all
/// @param onCard whether the machine's card runs the kernels, not the emulator
/// @param seconds how long the program may take
/// @param json the file for mistakes and costs
/// @param checkedBlocks of how many blocks of a grid the mistakes are looked for; 0 for all
/// @param blockSeconds how long a block may run before it counts as an endless loop
record RunOptions(
    boolean help,
    Path folder,
    List<Path> sources,
    Mode mode,
    boolean replay,
    boolean counts,
    List<String> flags,
    String compiler,
    String card,
    boolean onCard,
    String architecture,
    long seconds,
    int checkedBlocks,
    long blockSeconds,
    Optional<Path> json,
    List<String> arguments) {
  private static final long SECONDS = 300;
  private static final long BLOCK_SECONDS = 60;

  /// Options of nvcc that have a value, behind them or behind `=`.
  private static final String HAS_VALUE =
      "-([DIOLlotx]|isystem|Werror)|--?(X\\w+|\\w+-options|(gpu-)?(arch(itecture)?|code)|gencode|"
          + "generate-code|std|rdc|relocatable-device-code|fmad|ftz|prec-\\w+|maxrregcount|cudart|ccbin|"
          + "compiler-bindir|threads|diag[-_]suppress)";

  /// Options of nvcc that lines of makefiles have, and that change nothing here.
  private static final String WITHOUT_EFFECT =
      "-[gGwvp]|-O=?\\w*|-[lLo].+|-t=?\\d+|-m(64|arch=.*)|-W.*|-MM?D|-pthread|-f(openmp|PI[CE])|--?("
          + "use_fast_math|(expt-)?(extended-lambda|relaxed-constexpr)|lineinfo|generate-line-info|"
          + "(gpu-)?code=.*|(rdc|relocatable-device-code)=false|std=c\\d+|(X\\w+|\\w+-options)=.*|"
          + "maxrregcount=\\d+|cudart=\\w+|(ccbin|compiler-bindir)=.*|threads=\\d+|keep|restrict|"
          + "res(ource)?-usage|dlto|diag[-_]suppress=.*|allow-unsupported-compiler|ftz=\\w+|"
          + "prec-\\w+=\\w+|fmad=true)";

  private static final Pattern CODE = Pattern.compile("arch=compute_(\\d{2,3})");
  private static final int OLDEST = 75;

  static final String USAGE =
      """
      ./tapeline cuda run my.cu [more.cu] [options] [-- arguments of the program]
        --check              names races, reads of what was not written, absent lanes, leaks
        --replay             with --check: runs each race again in other orders, and shows one that gives
                             another result
        --blocks 64          with --check: looks at so many blocks of a grid instead of all, which is faster
        --count              what each kernel asks of the memory, by line
        --json result.json   writes the mistakes, and with --count or --check the costs, to a file
        --limit 600          ends the program after so many seconds; 300 if it is missing
        --block-limit 600    lets a block compute for so many seconds before that counts as an endless
                             loop; 60 if it is missing
        --card               runs the kernels on this machine's card, which names no mistake and no cost
        --gpu a100           the limits of that card, or t4, rtx4090, h100; with --count its peaks, too
        --compiler nvcc      compiles by nvcc or clang; if it is missing, by clang or nvcc, the first that is
                             there
        -arch sm_80          the compute capability to compile for, and of the device unless --gpu
                             says otherwise; sm_75 if it is missing; of several -gencode … the
                             oldest from sm_75 on, or sm_75
        -I folder, -D name=value, -std=c++20, -fmad=false   for the compiler
        -rdc=true            kernels may call the functions of the program's other .cu files
        -O3 -lcublas -lineinfo -w --use_fast_math --extended-lambda -Xcompiler …
                             what a line of nvcc has besides is taken, and changes nothing
      """;

  /// @param from the folder that paths are relative to
  /// @throws IllegalArgumentException when they are wrong: says which
  static RunOptions of(List<String> words, Path from) {
    var sources = new ArrayList<Path>();
    var flags = new ArrayList<String>();
    boolean help = false;
    boolean check = false;
    boolean replay = false;
    boolean counts = false;
    var compiler = "";
    var card = "";
    boolean onCard = false;
    var architecture = "";
    var codes = new ArrayList<Integer>();
    var language = "";
    long seconds = SECONDS;
    int checkedBlocks = 0;
    long blockSeconds = 0;
    Optional<Path> json = Optional.empty();
    int end = words.contains("--") ? words.indexOf("--") : words.size();
    for (int i = 0; i < end; i++) {
      String word = words.get(i);
      if (word.matches(HAS_VALUE)) {
        word += "=" + value(words, ++i, end);
      }
      switch (word) {
        case "--help", "-h" -> help = true;
        case "--check" -> check = true;
        case "--replay" -> replay = true;
        case "--count" -> counts = true;
        case "--limit" -> seconds = number(word, "seconds", value(words, ++i, end));
        case "--blocks" ->
            checkedBlocks = (int) Math.min(1 << 30, number(word, "blocks", value(words, ++i, end)));
        case "--block-limit" -> blockSeconds = number(word, "seconds", value(words, ++i, end));
        case "--json" -> json = Optional.of(from.resolve(value(words, ++i, end)));
        case "--card" -> onCard = true;
        case "--gpu" -> card = value(words, ++i, end);
        case "--compiler" -> compiler = compiler(value(words, ++i, end));
        default -> {
          if (word.matches("--?(gpu-)?arch(itecture)?=.*")) {
            architecture = word.substring(word.indexOf('=') + 1);
          } else if (word.matches("--?(gencode|generate-code)=.*")) {
            codes.add(code(word.substring(word.indexOf('=') + 1)));
          } else if (word.matches("-dc|--?(rdc|relocatable-device-code)=true")) {
            flags.add(ProgramBuild.LINKS_DEVICE);
          } else if (word.matches("-x=?c.*")) {
            language = word.replaceFirst("-x=?", "");
          } else if (word.matches(WITHOUT_EFFECT)) {
            continue;
          } else if (word.matches("--?(std=.*|fmad=false)")) {
            flags.add(word.replaceFirst("^--", "-"));
          } else if (word.startsWith("-D")) {
            flags.add(word.replaceFirst("^-D=", "-D"));
          } else if (word.matches("-(I|isystem=).*")) {
            flags.add("-I" + from.resolve(word.replaceFirst("-(I=?|isystem=)", "")));
          } else if (word.startsWith("-")) {
            throw new IllegalArgumentException("cuda run has no option " + word);
          } else {
            sources.add(from.resolve(word));
          }
        }
      }
    }
    if (sources.isEmpty() && !help) {
      throw new IllegalArgumentException("cuda run needs a file, as in: ./tapeline cuda run my.cu");
    }
    var ending = language.replace("c++", "cpp");
    if (!ending.isEmpty() && !sources.stream().allMatch(s -> s.toString().endsWith("." + ending))) {
      throw new IllegalArgumentException(
          "-x %s is for files whose names end with .%s: the end of a name is the language here"
              .formatted(language, ending));
    }
    if (replay && !check) {
      throw new IllegalArgumentException("--replay is for the races that --check finds");
    }
    if (checkedBlocks > 0 && (!check || counts || replay)) {
      throw new IllegalArgumentException(
          "--blocks stands with --check, and without --count and --replay");
    }
    if (onCard && (check || counts || blockSeconds > 0 || !card.isEmpty())) {
      throw new IllegalArgumentException(
          "--card stands without --check, --count, --block-limit and --gpu, which are the emulator's");
    }
    var arguments = words.subList(Math.min(end + 1, words.size()), words.size());
    var mode = check ? Mode.RACES : counts ? Mode.COUNTERS : Mode.PLAIN;
    return new RunOptions(
        help,
        from,
        sources,
        mode,
        replay,
        counts,
        flags,
        compiler,
        card,
        onCard,
        architecture.isEmpty() ? oldest(codes) : architecture.replace("compute_", "sm_"),
        seconds,
        checkedBlocks,
        blockSeconds > 0 ? blockSeconds : BLOCK_SECONDS,
        json,
        List.copyOf(arguments));
  }

  /// The compute capability that the program is compiled for, as 80.
  int capability() {
    var number = architecture.replaceFirst("^sm_(\\d+)[af]?$", "$1");
    if (!number.matches("\\d{1,4}")) {
      throw new IllegalArgumentException("-arch is as sm_80, got " + architecture);
    }
    return Integer.parseInt(number);
  }

  private static int code(String value) {
    var code = CODE.matcher(value);
    if (!code.lookingAt()) {
      throw new IllegalArgumentException("-gencode is as arch=compute_80,code=sm_80, got " + value);
    }
    return Integer.parseInt(code.group(1));
  }

  /// Chooses among the compute capabilities that a program is built for.
  private static String oldest(List<Integer> codes) {
    return "sm_" + codes.stream().filter(n -> n >= OLDEST).min(naturalOrder()).orElse(OLDEST);
  }

  private static String value(List<String> words, int i, int end) {
    if (i >= end) {
      throw new IllegalArgumentException("cuda run: " + words.get(i - 1) + " needs a value");
    }
    return words.get(i);
  }

  private static String compiler(String word) {
    if (!List.of("clang", "nvcc").contains(word)) {
      throw new IllegalArgumentException("--compiler is clang or nvcc, got " + word);
    }
    return word;
  }

  private static long number(String option, String unit, String value) {
    if (!value.matches("[1-9]\\d{0,11}")) {
      throw new IllegalArgumentException(
          "%s needs a number of %s, got %s".formatted(option, unit, value));
    }
    return Long.parseLong(value);
  }
}
