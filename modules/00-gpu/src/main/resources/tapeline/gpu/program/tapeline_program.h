// Comes before each file of a program: CUDA's language for clang, and its runtime.
#pragma once
#define TAPELINE_PROGRAM
#include <stddef.h>
#include <stdint.h>
#include "clang_prelude.h"
extern "C" __device__ __attribute__((noreturn)) void __assert_fail(const char *, const char *, unsigned, const char *);
#include "cuda_runtime.h"
