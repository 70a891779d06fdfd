//! The words of the languages of shaders, and the names of what is built into them.
//!
//! A size or a file that is called like one of these would not compile, or would hide what the file itself calls. Words of types
//! with a number at the end are there for the counts that the languages have.

/// GLSL 4.50 and GLSL ES 3.10, with the words that they keep for later.
pub(super) const GLSL: &[&str] = words! {
    const uniform buffer shared attribute varying coherent volatile restrict readonly writeonly atomic_uint layout centroid
    flat smooth noperspective patch sample invariant precise break continue do for while switch case default if else
    subroutine in out inout int void bool true false float double discard return lowp mediump highp precision struct
    vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 bvec4 uint uvec2 uvec3 uvec4 dvec2 dvec3 dvec4 mat2 mat3 mat4 mat2x2
    mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 dmat2 dmat3 dmat4 dmat2x2 dmat2x3 dmat2x4 dmat3x2 dmat3x3
    dmat3x4 dmat4x2 dmat4x3 dmat4x4 sampler1D sampler2D sampler3D samplerCube sampler1DShadow sampler2DShadow
    samplerCubeShadow sampler1DArray sampler2DArray sampler1DArrayShadow sampler2DArrayShadow isampler1D isampler2D
    isampler3D isamplerCube isampler1DArray isampler2DArray usampler1D usampler2D usampler3D usamplerCube usampler1DArray
    usampler2DArray sampler2DRect sampler2DRectShadow isampler2DRect usampler2DRect samplerBuffer isamplerBuffer
    usamplerBuffer sampler2DMS isampler2DMS usampler2DMS sampler2DMSArray isampler2DMSArray usampler2DMSArray
    samplerCubeArray samplerCubeArrayShadow isamplerCubeArray usamplerCubeArray image1D iimage1D uimage1D image2D iimage2D
    uimage2D image3D iimage3D uimage3D image2DRect iimage2DRect uimage2DRect imageCube iimageCube uimageCube imageBuffer
    iimageBuffer uimageBuffer image1DArray iimage1DArray uimage1DArray image2DArray iimage2DArray uimage2DArray
    imageCubeArray iimageCubeArray uimageCubeArray image2DMS iimage2DMS uimage2DMS image2DMSArray iimage2DMSArray
    uimage2DMSArray texture1D texture2D texture3D textureCube sampler samplerShadow subpassInput common partition active
    asm class union enum typedef template this resource goto inline noinline public static extern external interface long
    short half fixed unsigned superp input output hvec2 hvec3 hvec4 fvec2 fvec3 fvec4 sampler3DRect filter sizeof cast
    namespace using int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t main min max defined
};

/// HLSL, up to shader model 6, with what shader model 5 keeps for later.
pub(super) const HLSL: &[&str] = words! {
    AppendStructuredBuffer asm ASM asm_fragment BlendState bool break Buffer ByteAddressBuffer case cbuffer centroid class
    column_major compile Compile compile_fragment CompileShader const continue ComputeShader ConsumeStructuredBuffer
    default DepthStencilState DepthStencilView discard do double DomainShader dword else export extern false float for
    fxgroup GeometryShader groupshared half Hullshader HullShader if in inline inout InputPatch int interface line lineadj
    linear LineStream matrix Matrix min16float min10float min16int min12int min16uint namespace nointerpolation
    noperspective NULL out OutputPatch packoffset pass Pass PASS pixelfragment PixelShader point PointStream precise
    RasterizerState RenderTargetView return register row_major RWBuffer RWByteAddressBuffer RWStructuredBuffer RWTexture1D
    RWTexture1DArray RWTexture2D RWTexture2DArray RWTexture3D sample sampler SamplerState SamplerComparisonState shared
    snorm stateblock stateblock_state static string String struct switch StructuredBuffer tbuffer technique Technique
    technique10 technique11 texture Texture Texture1D Texture1DArray Texture2D Texture2DArray Texture2DMS Texture2DMSArray
    Texture3D TextureCube TextureCubeArray true typedef triangle triangleadj TriangleStream uint uniform unorm unsigned
    vector Vector vertexfragment VertexShader void volatile while auto catch char const_cast delete dynamic_cast enum
    explicit friend goto long mutable new operator private protected public reinterpret_cast short signed sizeof
    static_cast template this throw try typename union using virtual globallycoherent payload numthreads
    int1 int2 int3 int4 uint1 uint2 uint3 uint4 bool1 bool2 bool3 bool4 float1 float2 float3 float4 half1 half2 half3
    half4 double1 double2 double3 double4 dword1 dword2 dword3 dword4 int16_t int32_t int64_t uint16_t uint32_t uint64_t
    float16_t float32_t float64_t main min max defined
};

/// What the Metal shading language adds to C++.
pub(super) const METAL: &[&str] = words! {
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl const
    constexpr const_cast continue decltype default delete do double dynamic_cast else enum explicit export extern false
    float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
    protected public register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch
    template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t
    while xor xor_eq std NULL main assert
    kernel vertex fragment visible intersection mesh object device constant thread threadgroup threadgroup_imageblock
    ray_data object_data metal half bfloat uchar ushort uint ulong size_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t
    uint16_t uint32_t uint64_t bool2 bool3 bool4 char2 char3 char4 short2 short3 short4 int2 int3 int4 long2 long3 long4
    uchar2 uchar3 uchar4 ushort2 ushort3 ushort4 uint2 uint3 uint4 ulong2 ulong3 ulong4 half2 half3 half4 float2 float3
    float4 sampler texture1d texture2d texture3d texturecube array access coord
};

/// WGSL, with the words that it keeps for later and the types that are built in.
pub(super) const WGSL: &[&str] = words! {
    alias break case const const_assert continue continuing default diagnostic discard else enable false fn for if let
    loop override requires return struct switch true var while
    NULL Self abstract active alignas alignof as asm asm_fragment async attribute auto await become binding_array cast
    catch class co_await co_return co_yield coherent column_major common compile compile_fragment concept const_cast
    consteval constexpr constinit crate debugger decltype delete demote demote_to_helper do dynamic_cast enum explicit
    export extends extern external fallthrough filter final finally friend from fxgroup get goto groupshared highp impl
    implements import inline instanceof interface layout lowp macro macro_rules match mediump meta mod module move mut
    mutable namespace new nil noexcept noinline nointerpolation non_coherent noncoherent noperspective null nullptr of
    operator package packoffset partition pass patch pixelfragment precise precision premerge priv protected pub public
    readonly ref regardless register reinterpret_cast require resource restrict self set shared sizeof smooth snorm static
    static_assert static_cast std subroutine super target template this thread_local throw trait try type typedef typeid
    typename typeof union unless unorm unsafe unsized use using varying virtual volatile wgsl where with writeonly yield
    array atomic bool f16 f32 i32 u32 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 ptr sampler
    sampler_comparison vec2 vec3 vec4 vec2i vec3i vec4i vec2u vec3u vec4u vec2f vec3f vec4f function private workgroup
    uniform storage read write read_write select min max main
};
