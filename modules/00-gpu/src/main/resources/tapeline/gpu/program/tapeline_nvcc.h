// Comes before each file of a program that nvcc compiles.
#pragma once
#include <cuda_runtime.h>
#include <cstdio>
#include "tapeline_texture.h"
