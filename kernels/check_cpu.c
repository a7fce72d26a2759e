/* Check that this processor has the instructions of x86-64-v2, for which the kernels are compiled. This file itself is
   compiled for the oldest processors. Bits of CPUID leaf 1, ECX: SSE3 0, SSSE3 9, CMPXCHG16B 13, SSE4.1 19, SSE4.2 20, POPCNT 23. */
#include <cpuid.h>

#define NEEDED (1u << 0 | 1u << 9 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 23)

__attribute__((visibility("default"))) int processor_is_supported(void)
{
    unsigned int a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & NEEDED) == NEEDED;
}
