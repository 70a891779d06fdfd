"""Runs the shaders of a folder's plan on the first driver of Vulkan, and prints the driver's name.

plan.json lists what to run: the file of the shader, the function that it starts with, the numbers that it is given, how many it
finds, the groups of threads, and the file for what is found. Without a folder, only the driver is looked for.
"""

import json
import os
import sys
from array import array
from pathlib import Path

import wgpu


def driver():
    for adapter in wgpu.gpu.enumerate_adapters_sync():
        if adapter.info["backend_type"] == "Vulkan":
            return adapter
    sys.exit("no driver of Vulkan")


def read_spirv(source):
    """The words of a shader, its remainders taken towards zero.

    glslang writes remainders as those that round down. Of numbers that are not below zero they are the same, but what naga makes
    of these goes through floating point, and is wrong from 2^24 on.
    """
    modulo, remainder = 139, 138
    words = array("I", source.read_bytes())
    at = 5
    while at < len(words):
        length, operation = words[at] >> 16, words[at] & 0xFFFF
        if operation == modulo:
            words[at] = length << 16 | remainder
        at += length
    return words.tobytes()


def main(folder):
    adapter = driver()
    device = adapter.request_device_sync()
    modules, pipelines = {}, {}

    def pipeline(shader, entry):
        if shader not in modules:
            source = folder / shader
            code = read_spirv(source) if source.suffix == ".spv" else source.read_text()
            # Of a text, the label says what kind of shader it is.
            modules[shader] = device.create_shader_module(label="comp", code=code)
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
