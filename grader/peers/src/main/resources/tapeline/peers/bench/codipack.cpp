// The derivative of c[0]·xⁿ + … + c[n] by CoDiPack's RealReverse: a new recording, forward and backward.
#include <codi.hpp>

using Real = codi::RealReverse;

template <bool fused>
static double derivative(double at, const double* c, long n) {
  auto& tape = Real::getTape();
  tape.reset();
  tape.setActive();
  Real x = at;
  tape.registerInput(x);
  Real y = c[0];
  for (long k = 1; k <= n; k++) {
    if (fused) {
      y = y * x + c[k];
    } else {
      y = y * x;
      y = y + c[k];
    }
  }
  tape.registerOutput(y);
  tape.setPassive();
  y.setGradient(1.0);
  tape.evaluate();
  return x.getGradient();
}

extern "C" __attribute__((visibility("default"))) double chain(double x, const double* c, long n) {
  return derivative<false>(x, c, n);
}

extern "C" __attribute__((visibility("default"))) double fused(double x, const double* c, long n) {
  return derivative<true>(x, c, n);
}
