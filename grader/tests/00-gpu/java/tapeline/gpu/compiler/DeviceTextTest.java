package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The part of a CUDA program that NVRTC is given.
class DeviceTextTest {
  private static String of(String text) {
    return DeviceText.of(text, DeviceText.marks(List.of(text)));
  }

  private static void stays(String text) {
    assertThat(of(text)).isEqualTo(text);
  }

  private static void goes(String text) {
    assertThat(of("int before();\n" + text + "\n__constant__ int after;"))
        .as(text)
        .isEqualToIgnoringWhitespace("__constant__ int after;");
  }

  @Test
  void what_is_marked_stays() {
    stays("template <class T, int N = 3> __global__ void k(T *x) { *x = N; }");
    stays("namespace a { namespace { __device__ int count; } __constant__ float c[] = {1, 2}; }");
    stays("extern \"C\" { __global__ void k(int *x) { *x = '}'; } }");
    stays("#define DEVICE __device__ \\\n  inline\n#define OF DEVICE int\nOF f() { return 1; }");
    stays("struct Op { __device__ float operator()(float x) const { return x; } };");
  }

  @Test
  void types_and_constants_stay() {
    stays("enum class Kind { ADD, MUL };\nusing Real = float;\ntypedef struct { int a; } Pair;");
    stays("struct P { float x = f(1), y[2] = {0, 0}; std::size_t n; P() = default; };");
    stays("const int N = (3 + 1) / 2, M = sizeof(int);\nconst float W[2] = {1, 2};");
    stays("namespace cg = cooperative_groups;\nusing namespace std;\nstatic_assert(1 < 2, \"\");");
  }

  @Test
  void host_code_goes() {
    goes("int main(int n, char **words) { if (n) { return 1; } return 0; }");
    goes("template <class T> T *up(const std::vector<T> &x) { return nullptr; }");
    goes("inline bool operator==(const P &a, const P &b) { return a.x == b.x; }");
    goes("static int counter = 0; float table[] = {1, 2}; const char *names[] = {\"a\"};");
    goes("const double BEGIN = now();");
    goes("auto square = [](int x) { return x * x; };");
    goes("__host__ void f() { char c = '\\'', d = '\"'; /* } */ }");
    goes("void g() { auto text = R\"(})\"; int n = 1'000'000; }");
    goes("struct Timer { cudaEvent_t start; void stop() { cudaEventRecord(start); } } timer;");
    goes("struct Shape : std::vector<int> { struct Inner { int a; }; };");
    goes("int f(void (*call)(int)) { return 1; }");
  }

  @Test
  void members_that_are_functions_of_the_host_go() {
    assertThat(
            of(
                """
                class P {
                 public:
                  P(float a) : a{a}, b(0) {}
                  __host__ __device__ float sum() const { return a + b; }
                  friend std::ostream &operator<<(std::ostream &out, const P &p) { return out; }
                  float a, b;
                } p;
                """))
        .isEqualToIgnoringWhitespace(
            """
            class P {
             public:
              __host__ __device__ float sum() const { return a + b; }
              float a, b;
            } ;
            """);
  }

  @Test
  void a_function_for_constants_is_marked() {
    assertThat(of("constexpr int f(int n) { return n; }"))
        .isEqualTo("__device__ constexpr int f(int n) { return n; }");
    assertThat(of("template <int N> constexpr int f() { return N; }"))
        .isEqualTo("template <int N> __device__ constexpr int f() { return N; }");
  }

  @Test
  void lines_and_directives_keep_their_places() {
    assertThat(of("#include <vector>\nint f() {\n#if X\n  return 1;\n#endif\n}\n"))
        .isEqualTo("#include <vector>\n         \n#if X\n           \n#endif\n \n");
    assertThat(DeviceText.of("MINE int f();", Set.of("MINE"))).isEqualTo("MINE int f();");
  }

  @Test
  void a_text_that_is_cut_off_does_no_harm() {
    for (var text :
        List.of("int f(", "struct S {", "}", "template <class T", "R\"(", "'", "\"\\")) {
      assertThat(of(text)).as(text).hasSameSizeAs(text);
    }
  }
}
