/**
 * The script inside the HTML report: reads the figures from the data block and draws an icicle and a table. Every text
 * becomes a text node, never markup. Plain, standalone JavaScript without requests.
 */
export const REPORT_SCRIPT = `'use strict';
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const ROW = 18, LEAST = 2;
const say = (value) => {
  const size = Math.abs(value) * data.scale;
  if (!data.steps)
    return value.toLocaleString('en-US', { maximumFractionDigits: 0 }).replace('-', '\\u2212') + data.suffix;
  if (value === 0) return '0 ' + data.zeroUnit;
  const step = data.steps.find((each) => size >= each[1]) || data.steps[data.steps.length - 1];
  const shown = (value * data.scale) / step[1];
  const most = Math.abs(shown);
  const digits = most >= 100 ? Math.round(most).toLocaleString('en-US') : String(Number(most.toPrecision(3)));
  return (shown < 0 ? '\\u2212' : '') + digits + ' ' + step[0];
};
const change = (before, after) => {
  if (before === after) return 'no change';
  if (before === 0) return 'new';
  if (after === 0) return 'gone';
  if (before < 0 || after < 0) return '';
  const ratio = after / before, percent = Math.round((ratio - 1) * 100);
  if (ratio >= 10) return '\\u00d7' + Number(ratio.toPrecision(3));
  return percent === 0 ? '0 %' : (percent > 0 ? '+' : '\\u2212') + Math.abs(percent) + ' %';
};
const signed = (value) => (value > 0 ? '+' : '') + say(value);
const add = (parent, tag, text, style) => {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (style) made.className = style;
  parent.appendChild(made);
  return made;
};

// Nodes come in the order of a walk: [name, width, before, after, self before, self after, sure, number of children].
let next = 0;
const read = (parent, depth) => {
  const [name, width, before, after, selfBefore, selfAfter, sure, count] = data.nodes[next++];
  const node = {
    name: data.names[name], width, before, after, selfBefore, selfAfter, sure, parent, depth, children: [],
  };
  for (let i = 0; i < count; i++) node.children.push(read(node, depth + 1));
  return node;
};
const root = read(null, 0);
const picture = document.getElementById('icicle'), facts = document.getElementById('facts');
const both = (before, after) => say(before) + ' \\u2192 ' + say(after);
const words = (node) => node.name + ': ' + both(node.before, node.after)
  + ' (' + change(node.before, node.after) + '), itself ' + both(node.selfBefore, node.selfAfter)
  + (node.sure === 1 ? ', beyond noise' : node.sure === 0 ? ', within noise' : '');
const hexByte = (channel) => Math.round(channel).toString(16).padStart(2, '0');
const colour = (node) => {
  if (node.sure === 0) return '#d9d9d9';
  const most = Math.max(node.before, node.after), share = most === 0 ? 0 : (node.after - node.before) / most;
  const mix = (to) => '#' + to.map((end) => hexByte(240 + (end - 240) * Math.min(1, Math.abs(share)))).join('');
  return share > 0 ? mix([230, 120, 20]) : mix([50, 120, 200]);
};
let top = root, held = root;
// One frame is in the order of Tab; arrow keys move to the others.
const boxes = new Map();
const hold = (node) => {
  const old = boxes.get(held), box = boxes.get(node);
  if (old) old.tabIndex = -1;
  if (box) box.tabIndex = 0;
  held = node;
};
const beside = (node, step) => {
  const row = node.parent ? node.parent.children : [node];
  let at = row.indexOf(node) + step;
  while (row[at] && !boxes.has(row[at])) at += step;
  return row[at];
};
picture.addEventListener('keydown', (event) => {
  const to = {
    ArrowUp: () => held.parent, ArrowDown: () => held.children.find((child) => boxes.has(child)),
    ArrowLeft: () => beside(held, -1), ArrowRight: () => beside(held, 1),
  }[event.key];
  if (!to) return;
  event.preventDefault();
  const box = boxes.get(to());
  if (box) box.focus();
});
const draw = () => {
  const width = picture.clientWidth || 1000;
  picture.replaceChildren();
  boxes.clear();
  let deepest = 0;
  const frame = (node, left, share, row, children) => {
    const pixels = share * width;
    if (pixels < LEAST) return;
    deepest = Math.max(deepest, row);
    const box = add(picture, 'button', pixels > 30 ? node.name : '', 'frame');
    box.type = 'button';
    box.tabIndex = -1;
    boxes.set(node, box);
    box.style.left = left * 100 + '%';
    box.style.width = share * 100 + '%';
    box.style.top = row * ROW + 'px';
    box.style.background = colour(node);
    box.title = words(node);
    box.setAttribute('aria-label', words(node));
    box.addEventListener('click', () => {
      top = node === top && node.parent ? node.parent : node;
      draw();
      const drawn = boxes.get(node);
      if (drawn) drawn.focus({ preventScroll: true });
    });
    box.addEventListener('focus', () => { hold(node); facts.textContent = words(node); });
    box.addEventListener('mouseenter', () => { facts.textContent = words(node); });
    let at = left;
    for (const child of children) {
      const part = node.width === 0 ? 0 : (share * child.width) / node.width;
      frame(child, at, part, row + 1, child.children);
      at += part;
    }
  };
  const path = [];
  for (let node = top.parent; node; node = node.parent) path.unshift(node);
  path.forEach((node, row) => frame(node, 0, 1, row, []));
  frame(top, 0, 1, path.length, top.children);
  picture.style.height = (deepest + 1) * ROW + 'px';
  hold(boxes.has(held) ? held : top);
  facts.textContent = words(top);
};

const [body, search, found] = ['rows', 'search', 'found'].map((id) => document.getElementById(id));
let order = null, down = true;
const columns = [
  (row) => row[0], (row) => row[1], (row) => row[2], (row) => row[2] - row[1],
  (row) => row[3], (row) => row[4], (row) => row[4] - row[3],
];
const list = () => {
  const wanted = search.value.toLowerCase();
  const rows = data.rows.filter((row) => row[0].toLowerCase().includes(wanted));
  if (order !== null) {
    const key = columns[order];
    rows.sort((a, b) => { const x = key(a), y = key(b); return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1); });
  }
  body.replaceChildren();
  for (const [name, flatBefore, flatAfter, cumBefore, cumAfter, sure] of rows) {
    const line = add(body, 'tr', undefined, sure === 0 ? 'noise' : '');
    add(line, 'td', name, 'name');
    for (const [before, after] of [[flatBefore, flatAfter], [cumBefore, cumAfter]])
      for (const cell of [say(before), say(after), signed(after - before)]) add(line, 'td', cell);
    add(line, 'td', sure === 1 ? 'significant' : sure === 0 ? 'noise' : 'not known');
  }
  found.textContent = rows.length + ' of ' + data.rows.length + ' rows';
};
document.querySelectorAll('th button').forEach((button, column) => button.addEventListener('click', () => {
  down = order === column ? !down : column > 0;
  order = column;
  document.querySelectorAll('th').forEach((head, i) => {
    head.setAttribute('aria-sort', i !== order ? 'none' : down ? 'descending' : 'ascending');
  });
  list();
}));
search.addEventListener('input', list);
window.addEventListener('resize', draw);
draw();
list();
})();
`;

export const REPORT_STYLE = `
:root { color-scheme: light; font: 14px/1.45 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
body { margin: 0 auto; padding: 16px; max-width: 1400px; }
h1 { font-size: 20px; overflow-wrap: anywhere; } h2 { font-size: 16px; margin-top: 24px; }
code, .name, pre { font-family: ui-monospace, monospace; font-size: 12px; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; background: #f4f4f4; padding: 8px; }
#icicle { position: relative; width: 100%; } #facts { min-height: 3em; overflow-wrap: anywhere; }
.frame { position: absolute; height: 17px; padding: 0 3px; border: 0; border-right: 1px solid #fff; cursor: pointer;
  font: 11px/17px ui-monospace, monospace; color: #111; text-align: left; overflow: hidden; white-space: nowrap; }
.frame:focus-visible { outline: 2px solid #000; outline-offset: -2px; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 2px 8px; text-align: right; border-bottom: 1px solid #e5e5e5; }
th:first-child, td:first-child { text-align: left; }
th button { font: inherit; font-weight: 600; border: 0; background: none; padding: 0; cursor: pointer; }
.noise { color: #767676; }
.key span { display: inline-block; width: 14px; height: 14px; margin: 0 4px 0 12px; vertical-align: -2px; }
.key span { border: 1px solid #999; }
.functions { overflow-x: auto; }
@media print { .frame, .key span { print-color-adjust: exact; } .functions { overflow: visible; } }
.grew { background: #e67814; } .fell { background: #3278c8; } .grey { background: #d9d9d9; }
`;
