/** The picture of docs/architecture.md: the folders of imports.table.ts, and what each imports today. */
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { rowOf, type Import } from './imports.scan.ts';
import { IMPORTS } from './imports.table.ts';

/** Graphviz knows its widths, so that boxes fit wherever the picture is drawn. */
const FONT = 'Arial';

interface Part {
  name: string;
  title: string;
  colour: string;
  holds: (folder: string) => boolean;
}

/** First row of the server's half of the table that reads clocks, files or the network. */
const FIRST_IMPURE = IMPORTS.findIndex(([folder]) => folder === 'server/kernel/config');
const isPure = (folder: string): boolean => IMPORTS.findIndex(([row]) => row === folder) < FIRST_IMPURE;

const PARTS: readonly Part[] = [
  {
    name: 'core',
    title: 'core: pure, imported by all above',
    colour: '#e8f1ea',
    holds: (folder) => /^core\b/.test(folder),
  },
  {
    name: 'pure',
    title: 'server, pure: no clock, no randomness, no I/O',
    colour: '#e6eff8',
    holds: (folder) => /^server\b/.test(folder) && isPure(folder),
  },
  {
    name: 'world',
    title: 'server: files, threads, network',
    colour: '#f8efe2',
    holds: (folder) => /^server\b/.test(folder) && !isPure(folder),
  },
  { name: 'web', title: 'web: the page', colour: '#f1eaf6', holds: (folder) => /^web\b/.test(folder) },
];

/** The row of a whole half holds the files at its top. */
const labelOf = (folder: string): string =>
  folder.includes('/') ? folder.slice(folder.indexOf('/') + 1) : `${folder}/*.ts`;

type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** Row -> rows that its files import. */
function edgesOf(imports: readonly Import[]): Edges {
  const edges = new Map<string, Set<string>>(IMPORTS.map(([folder]) => [folder, new Set<string>()]));
  for (const { from, to } of imports) {
    const [source] = rowOf(from);
    const [target] = rowOf(to);
    if (source !== target) edges.get(source)?.add(target);
  }
  return edges;
}

function reaches(edges: Edges, from: string, to: string): boolean {
  return [...(edges.get(from) ?? [])].some((next) => next === to || reaches(edges, next, to));
}

/** Without arrows that longer paths imply. */
function reduced(edges: Edges): [from: string, to: string][] {
  return [...edges].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(edges, other, to)))
      .map((to): [string, string] => [from, to])
      .sort(),
  );
}

/**
 * Core lies at the bottom, with one arrow from each half instead of one from each room; what nobody else imports stays
 * low.
 */
const GROUND = `"core/statistics" -> "core/views" [ltail=cluster_pure, lhead=cluster_core, penwidth=2];
"web/url" -> "core/views" [ltail=cluster_web, lhead=cluster_core, penwidth=2];
"server/profile/decode" -> "core/views" [style=invis];
"core/views" -> "core/look" [style=invis]; "web/charts/flame" -> "web/types" [style=invis];`;

/** SVG of the rooms, what is imported below what imports it. */
export async function drawArchitecture(imports: readonly Import[]): Promise<string> {
  const isDrawn = ([from, to]: [string, string]): boolean => from.split('/')[0] === to.split('/')[0];
  const clusters = PARTS.map(({ name, title, colour, holds }) =>
    [
      `subgraph cluster_${name} { label="${title}"; labeljust=l; style="rounded,filled";`,
      `color="${colour}"; fillcolor="${colour}";`,
      ...IMPORTS.map(([folder]) => folder)
        .filter(holds)
        .map((folder) => `"${folder}" [label="${labelOf(folder)}"];`),
      '}',
    ].join('\n'),
  );
  const arrows = reduced(edgesOf(imports))
    .filter(isDrawn)
    .map(([from, to]) => `"${from}" -> "${to}";`);
  const dot = `digraph {
rankdir=TB; newrank=true; compound=true; nodesep=0.15; ranksep=0.3; bgcolor="#ffffff"; fontname="${FONT}"; fontsize=13;
node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#8a94a0", fontname="${FONT}", fontsize=12,
 height=0.3, margin="0.1,0.04"];
edge [color="#9aa4b0", arrowsize=0.6];
${clusters.join('\n')}
${arrows.join('\n')}
${GROUND}
}`;
  const graphviz = await Graphviz.load();
  return graphviz
    .dot(dot, 'svg')
    .replace(/<!--[\s\S]*?-->\n/g, '')
    .replaceAll(`font-family="${FONT}"`, `font-family="${FONT}, Helvetica, Liberation Sans, sans-serif"`);
}
