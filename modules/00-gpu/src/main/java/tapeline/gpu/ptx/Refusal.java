package tapeline.gpu.ptx;

import java.util.regex.Pattern;

/// Why something is not emulated, and what to do instead.
public enum Refusal {
  NARROW_NUMBERS("[us]16x2|e[2-5]m[1-7].*", "such numbers: use float, f16 or bf16"),
  WARP_GROUPS("wgmma|stmatrix|movmatrix|tcgen05", "such tensor instructions: use wmma or mma"),
  BULK_COPIES(
      "bulk|async|(expect|complete)_tx",
      "bulk copies and their barriers: use cp.async of 4, 8 or 16 bytes"),
  NEWER_BARRIERS(
      "try_wait|relaxed|shared::cluster",
      "barriers of compute capability 9.0: compile with -arch sm_80"),
  TEXTURES(
      "tex|tld4|txq|suld|sust|sured|suq|\\.?(texref|samplerref|surfref)",
      "textures and surfaces: pass a pointer"),
  OVERLAPPING_LAUNCHES(
      "griddepcontrol", "launches that overlap: each begins when the one before has ended"),
  CLUSTERS("cluster|mapa|getctarank|clusterlaunchcontrol|%cluster.*", "clusters of blocks"),
  LAUNCHES(
      "(__)?cuda(CDP|Get|Launch|Device|Stream).*", "launches by a kernel: launch from the host"),
  HEAP("malloc|free|_Znwm|_ZdlPv", "malloc in a kernel: allocate a buffer on the host"),
  OTHER(".*", "");

  /// The words for a function or a variable that a kernel uses, of which there is no definition.
  public static final String UNDEFINED =
      "is declared here and defined nowhere: where another file defines it, give that file and"
          + " -rdc=true";

  /// The names of CUDA's own functions, whose bodies no file has.
  private static final Pattern CUDAS = Pattern.compile("_*cuda.*|__(nv|cnp).*");

  private final Pattern words;
  private final String what;

  Refusal(String words, String what) {
    this.words = Pattern.compile(words);
    this.what = what;
  }

  /// Returns why a function without a body cannot be called: the emulator lacks CUDA's own, and no
  /// file defines another.
  public static String ofFunction(String name) {
    var refused = of(name);
    return refused.equals(of("")) && !CUDAS.matcher(name).matches() ? UNDEFINED : refused;
  }

  /// `is outside the emulated subset`, and where it is known, what that is and what to do.
  ///
  /// @param word an opcode, a type, a special register or a function
  public static String of(String word) {
    for (var refusal : values()) {
      if (refusal != OTHER && refusal.words.matcher(word).matches()) {
        return "is outside the emulated subset, which has no " + refusal.what;
      }
    }
    return "is outside the emulated subset";
  }
}
