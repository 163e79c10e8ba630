// SPDX-License-Identifier: GPL-2.0-or-later
// Files for people to keep, made in the page.
import { element } from './elements.js';

export function save(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = element('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// A picture as PNG, twice as large.
export async function asPng(svg) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = url;
    await image.decode();
    const canvas = element('canvas', { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  } finally {
    URL.revokeObjectURL(url);
  }
}

// Rows of values as CSV; texts with commas or quotes are quoted.
export function asCsv(head, rows) {
  const cell = (value) => /[",\n]/.test(String(value ?? '')) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? '');
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\n') + '\n';
}

// Buttons that save; `files` is [label, function that saves].
export function saveButtons(files) {
  return element('p', { class: 'saves' }, element('span', { class: 'label' }, 'Save as '),
    ...files.flatMap(([label, work]) => [element('button', { type: 'button', onclick: work }, label), ' ']));
}
