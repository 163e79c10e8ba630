// SPDX-License-Identifier: GPL-2.0-or-later
// A YAML text as the events that gen/base/yaml.h describes.
import { isAlias, isMap, isScalar, isSeq } from '/usr/share/nodejs/yaml/browser/dist/nodes/Node.js';
import { LineCounter } from '/usr/share/nodejs/yaml/browser/dist/parse/line-counter.js';
import { parseAllDocuments } from '/usr/share/nodejs/yaml/browser/dist/public-api.js';

export function yamlEvents(text) {
  try {
    return readEvents(text);
  } catch { // the library calls itself for each level, up to the end of the stack
    return '!1 nested too deeply\n';
  }
}

function readEvents(text) {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter, prettyErrors: false, schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
  const [problem] = [...documents].flatMap(({ errors }) => errors).filter(({ code }) => code !== 'TAG_RESOLVE_FAILED')
    .sort((a, b) => a.pos[0] - b.pos[0]);
  const out = [];
  let last = 0;
  let isOver = false;

  function add(sign, at, value = '') {
    if (isOver) {
      return;
    }
    const isRefused = problem && sign !== '}' && at >= problem.pos[0];
    const isBad = isRefused || value.includes('\0');
    const what = isRefused ? problem.message : isBad ? 'a NUL byte is not allowed' : value;
    const line = sign === '}' ? last : Math.max(last, 1, lineCounter.linePos(isRefused ? problem.pos[0] : at).line);
    out.push(`${isBad ? '!' : sign}${line - last} ${what.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n`);
    last = line;
    isOver = isBad;
  }

  function walk(node, before) {
    const at = node?.range?.[0] ?? before;
    if (isAlias(node) || node?.anchor) {
      add('&', at);
    } else if (isMap(node) || isSeq(node)) {
      add(isMap(node) ? '{' : '[', at);
      let end = at;
      for (const item of node.items) {
        if (isMap(node)) {
          walk(item.key, end);
          end = item.key?.range?.[1] ?? end;
        }
        walk(isMap(node) ? item.value : item, end);
      }
      add('}', at);
    } else {
      add('"', at, isScalar(node) ? node.source ?? '' : '');
    }
  }

  for (const { contents } of documents) {
    if (contents) {
      walk(contents, 0);
    }
  }
  if (problem) {
    add('!', problem.pos[0]);
  }
  return out.join('');
}
