// Comes before each file of a program: CUDA's language for clang, and its runtime.
#pragma once
#define TAPELINE_PROGRAM
#define __CUDACC__ 1  // by which a program's headers ask for CUDA's keywords
#define __CUDACC_VER_MAJOR__ 12  // as CUDART_VERSION has it
#define __CUDACC_VER_MINOR__ 0
#include <stddef.h>
#include <stdint.h>
#include "clang_prelude.h"
#undef __constant__
// Used, so that one whose struct has no name is not taken for its file's own; what is only declared is not warned of.
#define __constant__                                                                               \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wignored-attributes\"") __attribute__((constant, used)) \
      _Pragma("clang diagnostic pop")
#include "tapeline_functions.h"
extern "C" __device__ __attribute__((noreturn)) void __assert_fail(const char *, const char *, unsigned, const char *);
// what nvcc includes by itself
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>
#include "cuda_runtime.h"
#include "tapeline_texture.h"
