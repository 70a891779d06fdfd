//! Graphs: a kernel node for each launch, each after the one before.

use super::{Cudarc, Function, bind, said};
use crate::launch::backend::{Body, Invocation};
use crate::launch::{Error, Graphs};
use cudarc::driver::CudaContext;
use cudarc::driver::sys::{self, CUgraphNode};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

/// Launches, to be begun together.
pub struct Graph {
    handles: Mutex<Handles>,
    context: Arc<CudaContext>,
}

/// What the driver calls them; null where there is nothing yet.
struct Handles {
    graph: sys::CUgraph,
    instance: sys::CUgraphExec,
    last: CUgraphNode,
}

// SAFETY: the handles are names that the driver takes from any thread while the context is current there, by one thread at a
// time, which the lock around them sees to.
unsafe impl Send for Handles {}

// SAFETY: each node depends on the one before, and the driver runs the whole where it stands among the work of the stream.
unsafe impl Graphs for Cudarc {
    type Graph = Graph;

    fn graph(&self) -> Result<Graph, Error> {
        self.bind()?;
        let mut graph = ptr::null_mut();
        // SAFETY: the context is current; the owner that is made here destroys the graph.
        unsafe { sys::cuGraphCreate(&mut graph, 0) }.result().map_err(said("making a graph"))?;
        let handles = Mutex::new(Handles { graph, instance: ptr::null_mut(), last: ptr::null_mut() });
        Ok(Graph { handles, context: Arc::clone(self.context()) })
    }

    fn add(&self, graph: &mut Graph, function: &Function, invocation: Invocation<'_>, _: Body) -> Result<(), Error> {
        self.bind()?;
        let handles = graph.handles.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Invocation { grid: [gx, gy, gz], block: [bx, by, bz], dynamic_shared, cooperative, arguments, .. } =
            invocation;
        let node = sys::CUDA_KERNEL_NODE_PARAMS {
            func: function.function,
            gridDimX: gx,
            gridDimY: gy,
            gridDimZ: gz,
            blockDimX: bx,
            blockDimY: by,
            blockDimZ: bz,
            sharedMemBytes: dynamic_shared,
            kernelParams: arguments.as_mut_ptr(),
            extra: ptr::null_mut(),
            kern: ptr::null_mut(),
            ctx: ptr::null_mut(),
        };
        let (before, mut last) = (handles.last, ptr::null_mut());
        let dependencies = usize::from(!before.is_null());
        // SAFETY: the graph is there, the function is loaded, and the driver copies the arguments and the name of the node
        // before, if there is one, before it returns.
        unsafe { sys::cuGraphAddKernelNode_v2(&mut last, handles.graph, &before, dependencies, &node) }
            .result()
            .map_err(said("adding a launch to a graph"))?;
        handles.last = last;
        if cooperative {
            // SAFETY: zeros are a value of each of the kinds.
            let mut value: sys::CUkernelNodeAttrValue = unsafe { std::mem::zeroed() };
            value.cooperative = 1;
            let attribute = sys::CUkernelNodeAttrID::CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
            // SAFETY: the node is a kernel's, and the value is one of this attribute.
            unsafe { sys::cuGraphKernelNodeSetAttribute(last, attribute, &value) }
                .result()
                .map_err(said("adding a cooperative launch to a graph"))?;
        }
        Ok(())
    }

    fn complete(&self, graph: &mut Graph) -> Result<(), Error> {
        self.bind()?;
        let handles = graph.handles.get_mut().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the graph is there; its owner destroys the instance.
        unsafe { sys::cuGraphInstantiateWithFlags(&mut handles.instance, handles.graph, 0) }
            .result()
            .map_err(said("completing a graph"))
    }

    unsafe fn replay(&self, graph: &Graph) -> Result<(), Error> {
        self.bind()?;
        let handles = graph.handles.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the graph is complete, and what it uses is alive, as the caller promises.
        unsafe { sys::cuGraphLaunch(handles.instance, self.stream.cu_stream()) }
            .result()
            .map_err(said("launching a graph"))
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        let Handles { graph, instance, .. } = *self.handles.get_mut().unwrap_or_else(PoisonError::into_inner);
        if bind(&self.context).is_ok() {
            // SAFETY: both are of this context, which is current, and are destroyed once; what of it runs is let end.
            unsafe {
                if !instance.is_null() {
                    let _ = sys::cuGraphExecDestroy(instance);
                }
                let _ = sys::cuGraphDestroy(graph);
            }
        }
    }
}
