/* Sorting and choosing the rows of verdicts. Without it the tables are complete, in the order of the documents. */
(function () {
  'use strict';
  function make(name, parent, text) {
    var element = document.createElement(name);
    if (text) { element.textContent = text; }
    parent.appendChild(element);
    return element;
  }
  function value(row, column) {
    var cell = row.cells[column], number = cell.getAttribute('data-value');
    return number === null ? cell.textContent.trim() : number === '' ? NaN : Number(number);
  }
  /* What has no number stands last, whichever way. */
  function compare(a, b, sign) {
    if (typeof a === 'string') { return sign * (a < b ? -1 : a > b ? 1 : 0); }
    if (isNaN(a) || isNaN(b)) { return (isNaN(a) ? 1 : 0) - (isNaN(b) ? 1 : 0); }
    return sign * (a - b);
  }
  function sort(table, column) {
    var heads = table.tHead.rows[0].cells, body = table.tBodies[0];
    var sign = heads[column].getAttribute('aria-sort') === 'ascending' ? -1 : 1;
    var rows = Array.prototype.map.call(body.rows, function (row, place) {
      return { row: row, place: place, value: value(row, column) };
    });
    rows.sort(function (a, b) { return compare(a.value, b.value, sign) || a.place - b.place; });
    rows.forEach(function (one) { body.appendChild(one.row); });
    Array.prototype.forEach.call(heads, function (head, i) {
      if (i === column) {
        head.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
      } else {
        head.removeAttribute('aria-sort');
      }
    });
  }
  function addButton(table, head, column) {
    var text = head.textContent, button;
    head.textContent = '';
    button = make('button', head, text);
    button.type = 'button';
    button.addEventListener('click', function () { sort(table, column); });
  }
  function addTools(table) {
    var tools = document.createElement('form'), label, words, verdict, said, rows = table.tBodies[0].rows;
    tools.className = 'tools';
    label = make('label', tools, 'Words of a claim');
    words = make('input', label);
    words.type = 'search';
    label = make('label', tools, 'Verdict');
    verdict = make('select', label);
    ['all', 'confirmed', 'refuted', 'undecided', 'changed'].forEach(function (name) {
      make('option', verdict, name).value = name;
    });
    said = make('output', tools);
    function choose() {
      var shown = 0, parts = words.value.toLowerCase().split(/\s+/);
      Array.prototype.forEach.call(rows, function (row) {
        var text = row.textContent.toLowerCase(), sorts = row.getAttribute('data-verdict').split(' ');
        row.hidden = !((verdict.value === 'all' || sorts.indexOf(verdict.value) >= 0) &&
          parts.every(function (part) { return text.indexOf(part) >= 0; }));
        shown += row.hidden ? 0 : 1;
      });
      said.textContent = shown + ' of ' + rows.length + ' shown';
    }
    words.addEventListener('input', choose);
    verdict.addEventListener('change', choose);
    tools.addEventListener('submit', function (event) { event.preventDefault(); });
    table.parentNode.insertBefore(tools, table);
    choose();
  }
  /* On paper nothing is folded. */
  window.addEventListener('beforeprint', function () {
    Array.prototype.forEach.call(document.querySelectorAll('details'), function (one) { one.open = true; });
  });
  Array.prototype.forEach.call(document.querySelectorAll('table.verdicts'), function (table) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, column) { addButton(table, head, column); });
    addTools(table);
  });
}());
