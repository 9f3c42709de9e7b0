#define SIDE 16
