package tapeline.accel.ladder;

import tapeline.toolkit.Todo;

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
    // BEGIN EXERCISE 13.2
    // TODO 13.2 — 18 lines. Rows i and i + 1 of C, columns j and j + 1: four sums in local
    // variables. Each step over l loads two numbers of A and two of B and adds four
    // products by Math.fma. When is C read and written?
    throw new Todo("13.2", "a block in registers");
    // END EXERCISE 13.2
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
