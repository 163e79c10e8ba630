// SPDX-License-Identifier: GPL-2.0-or-later
// The beginning: unpacks what lies in the page as text (the scripts of page and worker, and the WebAssembly module), and starts it.

// Five letters stand for four bytes, the most significant first; the alphabet is written by bundle.py.
function unpackLetters(text, alphabet) {
  const value = new Uint8Array(128);
  [...alphabet].forEach((letter, i) => { value[letter.charCodeAt(0)] = i; });
  const out = new Uint8Array(text.length / 5 * 4);
  const view = new DataView(out.buffer);
  for (let i = 0, at = 0; i < text.length; i += 5, at += 4) {
    let sum = 0;
    for (let k = 0; k < 5; k++) {
      sum = sum * 85 + value[text.charCodeAt(i + k)];
    }
    view.setUint32(at, sum);
  }
  return out;
}

// The parts before the module end in a zero byte each.
function splitParts(bytes) {
  const decoder = new TextDecoder();
  const [first, second] = [bytes.indexOf(0), bytes.indexOf(0, bytes.indexOf(0) + 1)];
  return [decoder.decode(bytes.subarray(0, first)), decoder.decode(bytes.subarray(first + 1, second)), bytes.subarray(second + 1)];
}

// The first worker starts while the rest is unpacked; its script is sent to it then.
function startWorker() {
  const script = 'onmessage = ({ data }) => importScripts(URL.createObjectURL(new Blob([data], { type: "text/javascript" })));';
  return new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
}

async function boot() {
  const worker = startWorker();
  const holder = document.getElementById('packed');
  const packed = unpackLetters(holder.textContent, holder.dataset.alphabet).subarray(0, Number(holder.dataset.size));
  const unpacked = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')));
  const [page, work, wasm] = splitParts(new Uint8Array(await unpacked.arrayBuffer()));
  const module = WebAssembly.compile(wasm);
  const workUrl = URL.createObjectURL(new Blob([work], { type: 'text/javascript' }));
  worker.postMessage(work);
  const script = document.createElement('script');
  script.textContent = page;
  document.body.append(script);
  await globalThis.floorlabStart(module, workUrl, worker);
}

boot().catch((error) => {
  document.getElementById('refused').hidden = false;
  document.getElementById('refused').textContent = `The page cannot start: ${error.message}. It needs a browser of 2023 or later.`;
});
