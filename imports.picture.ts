/** The picture of docs/architecture.md: the rooms of the code, and what each imports today. */
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import type { Import } from './imports.scan.ts';

/** Graphviz knows its widths, so that boxes fit wherever the picture is drawn. */
const FONT = 'Arial';

interface Part {
  name: string;
  title: string;
  colour: string;
}

const PARTS: readonly Part[] = [
  { name: 'core', title: 'core: pure, imported by all above', colour: '#e8f1ea' },
  { name: 'server', title: 'server', colour: '#e6eff8' },
  { name: 'web', title: 'web: the page', colour: '#f1eaf6' },
];

/** Rooms that hold more than the folder that they are named after. */
const SHARED_ROOMS: Readonly<Record<string, string>> = {
  'core/contract': 'core', 'core/client': 'core', 'core/text': 'core', 'core/time': 'core', 'core/look': 'core',
  'core/profile': 'core', 'core/url': 'core/views',
  'web/api': 'web/url', 'web/types': 'web/url', 'web/look': 'web/url',
  'web/notes': 'web/panels', 'web/runbook': 'web/panels', 'web/pages': 'web/app',
};
const LABELS: Readonly<Record<string, string>> = {
  core: 'contract, text, time, look', 'core/views': 'views, url', 'web/url': 'url, api, look',
  'web/panels': 'panels, notes, runbook', 'web/app': 'app, pages', server: 'main.ts', web: 'main.tsx',
};

/** Returns the room of a file; what lies at the top of a half is a room too. */
function roomOf(file: string): string {
  const [half = '', folder = ''] = file.split('/');
  const room = /\.tsx?$/.test(folder) ? half : `${half}/${folder}`;
  return SHARED_ROOMS[room] ?? room;
}

const labelOf = (room: string): string => LABELS[room] ?? room.slice(room.indexOf('/') + 1);

type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** Room -> rooms that its files import. */
function edgesOf(imports: readonly Import[]): Edges {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) for (const file of [from, to])
    if (!edges.has(roomOf(file))) edges.set(roomOf(file), new Set());
  for (const { from, to } of imports) if (roomOf(from) !== roomOf(to)) edges.get(roomOf(from))?.add(roomOf(to));
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

/** Core lies at the bottom, with one arrow from each half instead of one from each room. */
const GROUND = `"server/kernel" -> "core/views" [ltail=cluster_server, lhead=cluster_core, penwidth=2];
"web/url" -> "core/views" [ltail=cluster_web, lhead=cluster_core, penwidth=2];`;

/** SVG of the rooms, what is imported below what imports it. */
export async function drawArchitecture(imports: readonly Import[]): Promise<string> {
  const isDrawn = ([from, to]: [string, string]): boolean => from.split('/')[0] === to.split('/')[0];
  const edges = edgesOf(imports);
  const clusters = PARTS.map(({ name, title, colour }) =>
    [
      `subgraph cluster_${name} { label="${title}"; labeljust=l; style="rounded,filled";`,
      `color="${colour}"; fillcolor="${colour}";`,
      ...[...edges.keys()].filter((room) => room.split('/')[0] === name).sort()
        .map((room) => `"${room}" [label="${labelOf(room)}"];`),
      '}',
    ].join('\n'),
  );
  const arrows = reduced(edges)
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
