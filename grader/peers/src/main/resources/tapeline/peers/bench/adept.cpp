// The derivative of c[0]·xⁿ + … + c[n] by Adept-2: a new recording, forward and backward.
#include <adept_source.h>

static adept::Stack stack;

template <bool fused>
static double derivative(double at, const double* c, long n) {
  adept::adouble x = at;
  stack.new_recording();
  adept::adouble y = c[0];
  for (long k = 1; k <= n; k++) {
    if (fused) {
      y = y * x + c[k];
    } else {
      y = y * x;
      y = y + c[k];
    }
  }
  y.set_gradient(1.0);
  stack.compute_adjoint();
  return x.get_gradient();
}

extern "C" __attribute__((visibility("default"))) double chain(double x, const double* c, long n) {
  return derivative<false>(x, c, n);
}

extern "C" __attribute__((visibility("default"))) double fused(double x, const double* c, long n) {
  return derivative<true>(x, c, n);
}
