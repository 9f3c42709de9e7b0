// A program that has old ways for an old nvcc takes the new ones.
#include <cstdio>
#if __CUDACC_VER_MAJOR__ < 12
#error "too old"
#endif
int main() { printf("at least 12\n"); }
