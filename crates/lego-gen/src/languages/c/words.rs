//! The words of C and its relatives, and the names of their headers that would get in the way.

pub(super) const C: &[&str] = words! {
    auto bool break case char const continue default do double else enum extern false float for goto if inline int long
    register restrict return short signed sizeof static struct switch true typedef union unsigned void volatile while
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t NULL asm typeof nullptr constexpr
    thread_local alignas alignof static_assert main div abs unix linux EOF assert
};

pub(super) const CPP: &[&str] = words! {
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl
    concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete
    do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast
    requires return short signed sizeof static static_assert static_cast struct switch template this thread_local throw
    true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq std int32_t
    int64_t uint32_t uint64_t size_t NULL main div abs unix linux EOF assert
};

/// What CUDA C++ has besides C++.
pub(super) const CUDA: &[&str] = words! {
    threadIdx blockIdx blockDim gridDim warpSize min max int2 int3 int4 dim3 half
};

pub(super) const OPENCL: &[&str] = words! {
    auto bool break case char const continue default do double else enum extern false float for goto if inline int long
    register restrict return short signed sizeof static struct switch true typedef union unsigned void volatile while
    uchar ushort uint ulong half quad complex imaginary global local constant private kernel generic pipe read_only
    write_only read_write uniform vec_type_hint work_group_size_hint reqd_work_group_size size_t image1d_t image2d_t
    image3d_t sampler_t event_t int2 int3 int4 int8 int16 long2 long3 long4 long8 long16 float2 float4 min max abs clamp
    sqrt select any all sign mix step NULL
};
