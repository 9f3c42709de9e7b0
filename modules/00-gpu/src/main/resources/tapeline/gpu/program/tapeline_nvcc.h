// Comes before each file of a program that nvcc compiles.
#pragma once
#include <cuda_runtime.h>
#include <cstdio>
#include "tapeline_texture.h"
#undef __managed__
#define __managed__ _Pragma("GCC error \"a __managed__ variable is outside of what is emulated: use cudaMallocManaged\"")
