// What HLSL has and C++ has not, for functions with integers: so that a compiler of C++ finds overflow and shifts too far.
#include <algorithm>
#include <cstdint>
using std::max;
using std::min;
#define out
