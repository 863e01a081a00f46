/** Writes a diff as one self-contained HTML file, which makes no request when opened from disk. */
import { createHash } from 'node:crypto';
import type { DiffFlameNode, DiffTopRow, Sureness } from '../../../core/contract/contract.ts';
import { diffCommand, normalizeWords, reportFile, type DrawnReport } from './diffReport.ts';
import { REPORT_SCRIPT, REPORT_STYLE } from './reportScript.ts';
import { stepsOf } from '../diff/words/valueText.ts';
import { render } from '../../../core/text/parts.ts';

const COLUMNS = ['function', 'flat before', 'flat after', 'change', 'cum before', 'cum after', 'change'];

/**
 * Returns the headline and the comparability of the sides as HTML; all frames of `graph` and all rows of `table` as
 * JSON that the inline script draws. The content policy allows only that script and style, by hash, and no request.
 */
export function reportHtml(report: DrawnReport): string {
  const { table, graph } = report;
  const { sentence } = table.finding;
  const policy = `default-src 'none'; script-src '${hashOf(REPORT_SCRIPT)}'; style-src '${hashOf(REPORT_STYLE)}'; `
    + "base-uri 'none'; form-action 'none'";
  const heads = COLUMNS.map((head) => `<th scope="col"><button type="button">${head}</button></th>`).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${escaped(sentence.slice(0, 120))}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<h1 id="finding">${escaped(sentence)}</h1>
<p>${escaped(table.sampleType)}, ${escaped(normalizeWords(report.normalize, table.groups))}.
Before: ${profileNames(report.before)}. After: ${profileNames(report.after)}.</p>
${filters(report)}${comparability(report)}
${table.finding.evidence.map((parts) => `<p>${escaped(render(parts))}</p>`).join('\n')}
<p>${escaped(table.howSure.sentence)}</p>
<h2>Where it changed</h2>
<p class="key">Width: the larger of both sides.
<span class="grew"></span>grew<span class="fell"></span>fell<span class="grey"></span>within noise.
${leftOut(graph.culledNodes, 'frames too narrow to draw')}</p>
<div id="icicle" role="group"
  aria-label="Frames of both profiles, callers above callees: arrow keys move, Enter zooms"></div>
<p id="facts"></p>
<h2>Functions</h2>
<p><label>Search <input id="search" type="search"></label> <span id="found" aria-live="polite"></span>
${leftOut(table.rowsLeftOut, 'rows')}</p>
<div class="functions" tabindex="0" role="region" aria-label="Functions"><table>
<thead><tr>${heads}<th scope="col">significance</th></tr></thead>
<tbody id="rows"></tbody>
</table></div>
${command(report)}
<noscript>The picture and the table are drawn by this file's own script, which is switched off here.</noscript>
<script type="application/json" id="data">${dataBlock(report)}</script>
<script>${REPORT_SCRIPT}</script>
</body>
</html>
`;
}

function dataBlock({ table, graph }: DrawnReport): string {
  const names: string[] = [];
  const nameRow = new Map<string, number>();
  const nameOf = (name: string): number => {
    let row = nameRow.get(name);
    if (row === undefined) {
      row = names.push(name) - 1;
      nameRow.set(name, row);
    }
    return row;
  };
  const nodes: number[][] = [];
  const walk = (node: DiffFlameNode): void => {
    nodes.push([
      nameOf(node.name), node.value, node.before, node.after, node.selfBefore, node.selfAfter, sureNumber(node.sure),
      node.children.length,
    ]);
    node.children.forEach(walk);
  };
  walk(graph.root);
  return jsonInHtml(
    { ...stepsOf(table.unit), unit: table.unit, totals: table.totals, names, nodes, rows: table.rows.map(rowOf) }
  );
}

function rowOf({ function: name, flat, cum, sure }: DiffTopRow): (string | number)[] {
  return [name, flat.before, flat.after, cum.before, cum.after, sureNumber(sure)];
}

function sureNumber(sure: Sureness | undefined): number {
  return sure === 'different' ? 1 : sure === 'noise' ? 0 : -1;
}

/**
 * Returns JSON in which nothing can open or close an element or a comment: `<`, `>`, `&` occur only in strings, where
 * they are escaped.
 */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value)
    .replace(/[<>&\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function profileNames(profiles: DrawnReport['before']): string {
  return profiles.map((profile) => `<code>${escaped(profile.name)}</code> (<code>${reportFile(profile)}</code>)`)
    .join(', ');
}

function filters(report: DrawnReport): string {
  const set = Object.entries(report.filters).filter(([, value]) => value !== undefined && value !== false);
  return set.length === 0 ? ''
    : '<p>Filters: '
      + `${set.map(([key, value]) => `<code>${escaped(`${key}=${String(value)}`)}</code>`).join(', ')}.</p>\n`;
}

function comparability({ table }: DrawnReport): string {
  const { differences } = table.comparability;
  if (differences.length === 0) return '';
  return `<p>The two sides differ in more than the change:</p>\n<ul>\n${differences.map((each) => (
    `<li>${escaped(each.what)}: <code>${escaped(each.before)}</code> `
      + `→ <code>${escaped(each.after)}</code>. ${escaped(each.consequence)}</li>`
  )).join('\n')}\n</ul>`;
}

function leftOut(count: number, what: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en-US')} ${what} are omitted.`;
}

function command(report: DrawnReport): string {
  const words = diffCommand(report);
  return words === null ? ''
    : '<p>The same figures by <code>go tool pprof</code>, with the profiles saved under '
      + `the names above:</p>\n<pre>${escaped(words)}</pre>`;
}
