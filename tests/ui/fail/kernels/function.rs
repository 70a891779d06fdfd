//! A kernel is a function that a GPU can begin with.
use lego_cuda::lego_kernel;

#[lego_kernel]
struct NoFunction;

#[lego_kernel]
const CONSTANT: u32 = 1;

#[lego_kernel]
async fn waits() {}

#[lego_kernel]
const fn evaluated() {}

#[lego_kernel]
extern "C" fn foreign() {}

#[lego_kernel]
fn returns(n: u32) -> u32 {
    n
}

#[lego_kernel]
#[unsafe(no_mangle)]
fn named() {}

#[lego_kernel]
fn _1() {}

#[lego_kernel]
fn größe() {}

struct Type;

impl Type {
    #[lego_kernel]
    fn method(&self, n: u32) {
        let _ = (self, n);
    }
}

fn main() {
    // The functions are there all the same.
    let _ = (waits(), evaluated(), foreign(), returns(1), named(), _1(), größe());
}
