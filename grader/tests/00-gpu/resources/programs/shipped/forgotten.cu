// Members of structs that were not written are no gaps between members: an argument chooses what is done with them.
#include <cstdio>
#include <cstring>
struct Best {
  float value;
  int index;
};
__global__ void begin(float2 *pairs, double2 *wide, Best *best) {
  int i = threadIdx.x;
  if (pairs) pairs[i].x = i;
  if (wide) wide[i].x = i;
  if (best) {
    best[i].value = i;
    if (i % 4 == 0) best[i].index = i;
  }
}
template <class T>
__global__ void copy(T *to, const T *from) {
  int i = threadIdx.x;
  to[i] = from[i];  // BUG COPIED
}
__global__ void choose(float *y, const float2 *pairs) {
  int i = threadIdx.x;
  float2 v = pairs[i];  // BUG CHOSEN
  float m = i % 2 ? v.x : v.y;
  y[i] = 2 * m;
}
int main(int n, char **words) {
  auto is = [&](const char *word) { return n > 1 && strcmp(words[1], word) == 0; };
  void *p, *q;
  cudaMalloc(&p, 1024);
  cudaMalloc(&q, 1024);
  if (is("CHOSEN")) {
    begin<<<1, 32>>>((float2 *)p, 0, 0);
    choose<<<1, 32>>>((float *)q, (float2 *)p);
  }
  if (is("COPIED")) copy<<<1, 32>>>((float2 *)q, (float2 *)p);
  if (is("WIDE")) {
    begin<<<1, 32>>>(0, (double2 *)p, 0);
    copy<<<1, 32>>>((double2 *)q, (double2 *)p);
  }
  if (is("SOME")) {
    begin<<<1, 32>>>(0, 0, (Best *)p);
    copy<<<1, 32>>>((Best *)q, (Best *)p);
  }
  cudaFree(p);
  cudaFree(q);
}
