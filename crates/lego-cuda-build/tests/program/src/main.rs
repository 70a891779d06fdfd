//! Prints what was embedded.

mod kernels {
    include!(env!("KERNELS"));
}

fn main() {
    let program = &kernels::KERNELS;
    println!("{} has {} modules", program.name(), program.modules().len());
    if let Some(why) = program.missing() {
        println!("{why}");
    }
    let objects = program.modules().iter().filter_map(|module| module.object);
    println!("{} objects", objects.filter(|object| object.starts_with(b"\x7fELF")).count());
    for module in program.modules() {
        let target = module.ptx.lines().find(|line| line.starts_with(".target")).unwrap();
        for kernel in module.kernels {
            let kinds: Vec<String> =
                kernel.parameters.iter().map(|one| format!("{}/{}", one.bytes, one.pointer)).collect();
            let traps = module.ptx.contains("trap;");
            println!("{target}: {}({}) {:?} {traps}", kernel.name, kinds.join(", "), kernel.bounds.max_threads);
        }
    }
}
