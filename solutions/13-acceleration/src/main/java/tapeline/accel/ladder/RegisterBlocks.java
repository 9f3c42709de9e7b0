package tapeline.accel.ladder;

/// Blocks of C with 2 rows and 2 columns stay in registers for the whole of k: 4 numbers loaded
/// give 4 multiply–adds, where a single element needs 2 loads for 1. The edges go by the textbook.
public final class RegisterBlocks implements Rung {
  @Override
  public void addProduct(int m, int n, int k, float[] a, float[] b, float[] c) {
    int evenM = m - m % 2;
    int evenN = n - n % 2;
    for (int i = 0; i < evenM; i += 2) {
      for (int j = 0; j < evenN; j += 2) {
        block(i, j, n, k, a, b, c);
      }
      edge(i, i + 2, evenN, n, n, k, a, b, c);
    }
    edge(evenM, m, 0, n, n, k, a, b, c);
  }

  private static void block(int i, int j, int n, int k, float[] a, float[] b, float[] c) {
    // BEGIN SOLUTION 13.2 "a block in registers" 15 points
    float c00 = 0;
    float c01 = 0;
    float c10 = 0;
    float c11 = 0;
    for (int l = 0; l < k; l++) {
      float a0 = a[i * k + l];
      float a1 = a[(i + 1) * k + l];
      float b0 = b[l * n + j];
      float b1 = b[l * n + j + 1];
      c00 = Math.fma(a0, b0, c00);
      c01 = Math.fma(a0, b1, c01);
      c10 = Math.fma(a1, b0, c10);
      c11 = Math.fma(a1, b1, c11);
    }
    c[i * n + j] += c00;
    c[i * n + j + 1] += c01;
    c[(i + 1) * n + j] += c10;
    c[(i + 1) * n + j + 1] += c11;
    // STUB // TODO 13.2 — 18 lines. Rows i and i + 1 of C, columns j and j + 1: four sums in local
    // STUB // variables. Each step over l loads two numbers of A and two of B and adds four
    // STUB // products by Math.fma. When is C read and written?
    // STUB throw new Todo("13.2", "a block in registers");
    // END SOLUTION
  }

  private static void edge(
      int i0, int i1, int j0, int j1, int n, int k, float[] a, float[] b, float[] c) {
    for (int i = i0; i < i1; i++) {
      for (int j = j0; j < j1; j++) {
        for (int l = 0; l < k; l++) {
          c[i * n + j] = Math.fma(a[i * k + l], b[l * n + j], c[i * n + j]);
        }
      }
    }
  }
}
