// SPDX-License-Identifier: GPL-2.0-or-later
// Elements of the page, made and found in few words; numbers as people read them.

export function byId(id) {
  return document.getElementById(id);
}

// An element with properties (on… are listeners, other names attributes) and children, which are text or elements.
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('on')) {
      made.addEventListener(key.slice(2), value);
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(key, value === true ? '' : value);
    }
  }
  made.append(...children.filter((child) => child !== null && child !== undefined).map((child) => child instanceof Node ? child : String(child)));
  return made;
}

export function show(holder, ...children) {
  holder.replaceChildren(...children);
}

// Says something to people who do not see it.
let announcing = 0;
export function announce(text) {
  clearTimeout(announcing);
  announcing = setTimeout(() => { byId('said').textContent = text; }, 150);
}

const grouped = new Intl.NumberFormat('en');

export function count(number) {
  return grouped.format(number);
}

// A number with so many digits after the point, without needless zeros; "–" where there is none.
export function figure(number, digits = 4) {
  return number === null || number === undefined || Number.isNaN(number) ? '–' : String(Number(Number(number).toFixed(digits)));
}

const ALLOWED = new Set(['svg', 'g', 'rect', 'path', 'text', 'title', 'desc', 'line', 'circle', 'ellipse', 'polygon', 'polyline', 'tspan', 'use', 'defs', 'marker', 'symbol']);

// A picture as an element. It comes from our own code; that it holds nothing but shapes and words is checked all the same.
export function picture(svg) {
  const read = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  for (const part of [read, ...read.querySelectorAll('*')]) {
    const isOdd = [...part.attributes].some(({ name, value }) => /^on/i.test(name) || /script:/i.test(value));
    if (!ALLOWED.has(part.localName) || isOdd) {
      throw new Error(`a picture cannot contain <${part.localName}>`);
    }
  }
  read.setAttribute('role', 'img');
  const size = ['width', 'height'].map((name) => read.getAttribute(name));
  if (!read.hasAttribute('viewBox') && size.every(Number)) {
    read.setAttribute('viewBox', `0 0 ${size.join(' ')}`);
  }
  read.style.setProperty('--width', `${size[0]}px`);
  return document.importNode(read, true);
}

export function isDark() {
  return getComputedStyle(document.documentElement).getPropertyValue('--is-dark').trim() === '1';
}

// Calls `work` once things have been quiet for a while.
export function afterwards(work, milliseconds) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), milliseconds);
  };
}

// A word of a command, as a shell takes it: addresses with any settings are passed on.
export function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

// A command with a button that copies it.
export function commandLine(command) {
  const code = element('code', {}, command);
  const button = element('button', { type: 'button', class: 'copy', onclick: () => copy(command, code, button) }, 'Copy');
  return element('p', { class: 'command' }, element('span', { class: 'label' }, 'The command that makes this: '), code, ' ', button);
}

async function copy(text, shown, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const range = document.createRange();
    range.selectNodeContents(shown);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    done = document.execCommand('copy');
  }
  button.textContent = done ? 'Copied' : 'Selected: press Ctrl+C';
  announce(done ? 'The command was copied.' : 'The command is selected.');
  setTimeout(() => { button.textContent = 'Copy'; }, 2000);
}

// What was refused: where, what, and what to do.
export function refusal(error) {
  const { where = '', what = error.message, hint = '' } = error.told ?? {};
  return element('div', { class: 'refusal' },
    element('p', {}, where ? element('strong', {}, `${where}: `) : null, what),
    hint ? element('p', {}, hint) : null);
}
