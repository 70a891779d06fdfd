// What GLSL has and C++ has not, for functions with integers: so that a compiler of C++ finds overflow and shifts too far.
#include <algorithm>
using std::max;
using std::min;
#define precision using integer =
#define highp
#define out
