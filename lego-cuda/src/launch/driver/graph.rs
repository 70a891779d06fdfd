//! Graphs: a kernel node for each launch, each after the one before.

use super::owned::{Handle, Owned};
use super::raw::RawDriver;
use super::{CudaDriver, Function, check};
use crate::launch::backend::{Body, Invocation};
use crate::launch::{Error, Graphs};
use std::ptr;
use std::sync::{Mutex, PoisonError};

/// Launches, to be begun together.
pub struct Graph<R: RawDriver> {
    /// Locked, since only one thread at a time may pass the handles of a graph to the driver.
    handles: Mutex<Handles<R>>,
}

/// The driver's handles.
struct Handles<R: RawDriver> {
    /// `None` until the graph is complete.
    instance: Option<Owned<R, R::CUgraphExec_st>>,
    graph: Owned<R, R::CUgraph_st>,
    /// Null where there is no launch yet.
    last: Handle<R::CUgraphNode_st>,
}

// SAFETY: each node depends on the one before, and the driver runs the whole where it stands among the work of the
// stream.
unsafe impl<R: RawDriver> Graphs for CudaDriver<R> {
    type Graph = Graph<R>;

    fn graph(&self) -> Result<Graph<R>, Error> {
        self.bind()?;
        let mut graph = ptr::null_mut();
        // SAFETY: the context is current; the owner that is made here destroys the graph.
        check::<R>(unsafe { R::cuGraphCreate(&mut graph, 0) }, "making a graph")?;
        // SAFETY: the graph has no other owner; what of it runs is let end once it is destroyed.
        let graph = unsafe { Owned::new(graph, self.context(), R::cuGraphDestroy) };
        Ok(Graph { handles: Mutex::new(Handles { instance: None, graph, last: Handle(ptr::null_mut()) }) })
    }

    fn add(
        &self,
        graph: &mut Graph<R>,
        function: &Function<R>,
        invocation: Invocation<'_>,
        _: Body,
    ) -> Result<(), Error> {
        self.bind()?;
        let Handles { graph, last, .. } = graph.handles.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (cooperative, mut node) = (invocation.cooperative, ptr::null_mut());
        // SAFETY: the graph is there, with the node before if there is one; the function is loaded, and the arguments
        // are those that it takes.
        let result = unsafe { R::add_launch(&mut node, graph.raw(), last.0, function.function.0, invocation) };
        check::<R>(result, "adding a launch to a graph")?;
        *last = Handle(node);
        if cooperative {
            // SAFETY: the node is the kernel's that was just added.
            check::<R>(unsafe { R::make_cooperative(node) }, "adding a cooperative launch to a graph")?;
        }
        Ok(())
    }

    fn complete(&self, graph: &mut Graph<R>) -> Result<(), Error> {
        self.bind()?;
        let handles = graph.handles.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut instance = ptr::null_mut();
        // SAFETY: the graph is there; the owner that is made here destroys the instance.
        let result = unsafe { R::cuGraphInstantiateWithFlags(&mut instance, handles.graph.raw(), 0) };
        check::<R>(result, "completing a graph")?;
        // SAFETY: the instance has no other owner; what of it runs is let end once it is destroyed.
        handles.instance = Some(unsafe { Owned::new(instance, self.context(), R::cuGraphExecDestroy) });
        Ok(())
    }

    unsafe fn replay(&self, graph: &Graph<R>) -> Result<(), Error> {
        self.bind()?;
        let handles = graph.handles.lock().unwrap_or_else(PoisonError::into_inner);
        let instance = handles.instance.as_ref().map_or(ptr::null_mut(), Owned::raw);
        // SAFETY: the graph is complete, and what it uses is alive, as the caller promises.
        check::<R>(unsafe { R::cuGraphLaunch(instance, self.raw_stream()) }, "launching a graph")
    }
}
