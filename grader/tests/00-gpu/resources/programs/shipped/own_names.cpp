// A file in C++ that includes nothing of CUDA has names of its own.
typedef struct { unsigned char x, y, z, w; } uchar4;
static float min(float a, float b) { return a < b ? a : b; }
int seven() {
  uchar4 p = {9, 8, 7, 6};
  return (int)min(p.z, p.y);
}
