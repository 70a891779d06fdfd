"""Runs the shaders of a folder's plan on the first driver of Vulkan, and prints the driver's name.

plan.json lists what to run: the file of the shader, the function that it starts with, the numbers that it is given, how many it
finds, the groups of threads, and the file for what is found. Without a folder, only the driver is looked for.
"""

import json
import os
import sys
from pathlib import Path

import wgpu


def driver():
    for adapter in wgpu.gpu.enumerate_adapters_sync():
        if adapter.info["backend_type"] == "Vulkan":
            return adapter
    sys.exit("no driver of Vulkan")


def main(folder):
    adapter = driver()
    device = adapter.request_device_sync()
    modules, pipelines = {}, {}

    def pipeline(shader, entry):
        if shader not in modules:
            source = folder / shader
            code = source.read_text() if source.suffix == ".wgsl" else source.read_bytes()
            modules[shader] = device.create_shader_module(code=code)
        if (shader, entry) not in pipelines:
            compute = {"module": modules[shader], "entry_point": entry}
            pipelines[shader, entry] = device.create_compute_pipeline(layout="auto", compute=compute)
        return pipelines[shader, entry]

    for item in json.loads((folder / "plan.json").read_text()):
        compute = pipeline(item["shader"], item["entry"])
        given = b"".join(number.to_bytes(4, "little") for number in item["given"])
        usage = wgpu.BufferUsage
        given = device.create_buffer_with_data(data=given, usage=usage.STORAGE)
        found = device.create_buffer(size=4 * item["length"], usage=usage.STORAGE | usage.COPY_SRC)
        entries = [{"binding": k, "resource": {"buffer": buffer}} for k, buffer in enumerate([given, found])]
        group = device.create_bind_group(layout=compute.get_bind_group_layout(0), entries=entries)
        encoder = device.create_command_encoder()
        run = encoder.begin_compute_pass()
        run.set_pipeline(compute)
        run.set_bind_group(0, group)
        run.dispatch_workgroups(item["groups"])
        run.end()
        device.queue.submit([encoder.finish()])
        (folder / item["found"]).write_bytes(device.queue.read_buffer(found))
    print(adapter.info["device"], adapter.info["description"], flush=True)
    # What the interpreter would tear down at its end, drivers have torn down already.
    os._exit(0)


if len(sys.argv) > 1:
    main(Path(sys.argv[1]))
else:
    driver()
