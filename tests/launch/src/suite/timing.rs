//! Events and the time between them.

use super::check::{Failure, Random, holds, refused, same};
use super::{Case, Context};
use crate::kernels::Incremented;
use lego_cuda::launch::{Backend, Error, Launch};

pub(super) fn cases<B: Backend>() -> Vec<Case<B>> {
    vec![("time passes between events", events::<B>), ("work is timed, and its error is handed on", time::<B>)]
}

fn events<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let mut buffer = context.device.zeroed::<i32>(15)?;
    let first = context.device.record()?;
    let mut events = vec![first];
    for _ in 0..3 {
        for _ in 0..20 {
            Incremented::launch(&context.module, Launch::grid(1), &mut buffer)?;
        }
        events.push(context.device.record()?);
    }
    let mut last = 0.0;
    for event in &events[1..] {
        let milliseconds = event.milliseconds_since(&events[0])?;
        holds(milliseconds > last && milliseconds < 60_000.0, || format!("{milliseconds} ms after {last} ms"))?;
        last = milliseconds;
    }
    same("the launches", &buffer.read()?, &[60; 15])
}

fn time<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let mut buffer = context.device.zeroed::<i32>(15)?;
    let milliseconds = context.device.time(|| Incremented::launch(&context.module, Launch::grid(1), &mut buffer))?;
    holds(milliseconds > 0.0 && milliseconds < 60_000.0, || format!("{milliseconds} ms"))?;
    same("the launch", &buffer.read()?, &[1; 15])?;
    let error = Error::NoKernel { entry: "none".to_owned() };
    let found = refused(context.device.time(|| Err(error.clone())), &["`none`"])?;
    holds(found == error, || format!("{found:?}"))
}
