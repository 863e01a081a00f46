/** Reads what `go tool pprof` printed, as kept in views/. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export function viewText(file: string): string {
  const bytes = readFileSync(new URL(`views/${file}`, import.meta.url));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

export interface PeekBlock { function: string; flat: number; cum: number; callers: string[]; callees: string[] }

/** `-peek` with `-unit=ns` or `B`: a block for each function; edges as `name value`, with ` inline` where it is. */
export function readPeek(text: string): PeekBlock[] {
  const blocks: PeekBlock[] = [];
  let callers: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('---')) { callers = []; continue; }
    const edge = /^\s+(-?\d+)(?:ns|B)?\s+\S+\s+\|\s{3}(.*?)( \(inline\))?$/.exec(line);
    if (edge !== null) {
      const [, value = '', name = '', inline = ''] = edge;
      (blocks.at(-1)?.callers === callers ? blocks.at(-1)?.callees : callers)?.push(
        `${name} ${value}${inline === '' ? '' : ' inline'}`
      );
      continue;
    }
    const own =
      /^\s*(-?\d+)(?:ns|B)?\s+\S+\s+\S+\s+(-?\d+)(?:ns|B)?\s+\S+\s+\| (\S.*?)( \(inline\)| \(partial-inline\))?$/.exec(
      line
    );
    if (own !== null)
      blocks.push({ function: own[3] ?? '', flat: Number(own[1]), cum: Number(own[2]), callers, callees: [] });
  }
  return blocks;
}

/** `-top` with `-unit=ns` or `B`: rows by name, those of one name added up, without rows of zeros. */
export function readTop(text: string): Map<string, { flat: number; cum: number }> {
  const rows = new Map<string, { flat: number; cum: number }>();
  for (const line of text.split('\n')) {
    const row =
      /^\s*(-?\d+)(?:ns|B)?\s+\S+%\s+\S+%\s+(-?\d+)(?:ns|B)?\s+\S+%\s{2}(.+?)( \(inline\)| \(partial-inline\))?$/.exec(
      line
    );
    if (row === null) continue;
    const known = rows.get(row[3] ?? '') ?? { flat: 0, cum: 0 };
    rows.set(row[3] ?? '', { flat: known.flat + Number(row[1]), cum: known.cum + Number(row[2]) });
  }
  return new Map([...rows].filter(([, { flat, cum }]) => flat !== 0 || cum !== 0));
}

const VALUE = String.raw`(-?\d+)(?:ns|B)?`;
const TOOLTIP_END = String.raw` \(-?\d+(?:ns|B)?\)"`;
const NODE = new RegExp(
  String.raw`^N\d+ \[label="(?:.*\\n)?${VALUE}(?: \([^)]*\)(?=\\n|"))?(?:(?:\\n| )of ${VALUE} \(.*?\))?" id="node\d+" `
    + `.*? tooltip="(.*?)${TOOLTIP_END}`
);
const EDGE = new RegExp(
  String.raw`^N\d+ -> N\d+ \[label=" ${VALUE}(\\n \(inline\))?".*? tooltip="(.*?) (->|\.\.\.) (.*?)${TOOLTIP_END} `
    + 'labeltooltip'
);

/**
 * `-dot` with `-unit=ns` or `B`: `name flat cum` of each node, `caller -> callee value` of each edge, as printed; boxes
 * of labels omitted.
 */
export function readDot(
  text: string
): { nodes: string[]; edges: string[]; dropped: [nodes: number, edges: number, of: number] } {
  const nodes: string[] = [];
  const edges: string[] = [];
  for (const line of text.split('\n')) {
    const node = NODE.exec(line);
    if (node !== null) nodes.push(`${node[3] ?? ''} ${node[1] ?? ''} ${node[2] ?? node[1] ?? ''}`);
    const edge = EDGE.exec(line);
    if (edge !== null) edges.push(
      `${edge[3] ?? ''} ${edge[4] ?? ''} ${edge[5] ?? ''} ${edge[1] ?? ''}${edge[2] === undefined ? '' : ' inline'}`
    );
  }
  const number = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
  const of = /nodes out of (\d+)/.exec(text)?.[1];
  return {
    nodes, edges,
    dropped: [number(/Dropped (\d+) node/), number(/Dropped (\d+) edge/), of === undefined ? nodes.length : Number(of)],
  };
}
