// The engine in a thread of its own: a question in, an answer out. A question that takes long holds nothing but this thread.

let engine;

onmessage = async ({ data }) => {
  if (data.module) {
    engine = (await WebAssembly.instantiate(data.module, {})).exports;
    postMessage({ ready: true });
    return;
  }
  try {
    const given = answer(data.question);
    postMessage({ id: data.id, ...given }, [given.numbers.buffer]);
  } catch (error) {
    // What went wrong in the engine leaves it in no state to go on.
    postMessage({ id: data.id, fault: String(error) });
  }
};

function answer(question) {
  const text = new TextEncoder().encode(JSON.stringify(question));
  const place = engine.lego_question(text.length) >>> 0;
  new Uint8Array(engine.memory.buffer, place, text.length).set(text);
  const length = engine.lego_answer() >>> 0;
  const from = engine.lego_place() >>> 0;
  const bytes = new Uint8Array(engine.memory.buffer, from, length).slice();
  const letters = new DataView(bytes.buffer).getUint32(0, true);
  const about = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + letters)));
  const numbers = new Uint32Array(bytes.buffer, (4 + letters + 3) & ~3);
  return { about, numbers };
}
