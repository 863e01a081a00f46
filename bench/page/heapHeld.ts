/**
 * What a page holds, told apart from what its engine made for speed. The JavaScript heap as one figure will not do for
 * "no growth":
 * of a page that runs for minutes V8 compiles ever more functions (once for each frame), and that code, up to some 100
 * kB a frame, is in the same figure. A heap snapshot says what kind each object is.
 */
import type { CDPSession } from '@playwright/test';

export interface Held {
  /** Objects, strings, arrays, closures and the browser's own (nodes, styles, text), bytes. */
  dataBytes: number;
  /** Bytecode and machine code with their feedback and relocation tables, bytes. */
  codeBytes: number;
  /** DOM nodes and event listeners alive in the page and its frames of the same process. */
  nodes: number;
  listeners: number;
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }; nodes: number[];
  strings: string[]
}

/** V8's names of the parts of code that its snapshots count as native. */
const CODE_PARTS = /^system \/ (?:WeakArrayList|ProtectedFixedArray|SharedFunctionInfoWrapper)$/;

const COLLECTIONS = 5;

async function snapshotOf(session: CDPSession): Promise<Snapshot> {
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }): void => { chunks.push(chunk); };
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  return JSON.parse(chunks.join('')) as Snapshot;
}

/** Nodes and listeners after a collection; the least of some, since a legend just replaced counts until the next. */
async function countsOf(session: CDPSession): Promise<Pick<Held, 'nodes' | 'listeners'>> {
  const counts = [];
  for (let i = 0; i < COLLECTIONS; i += 1) {
    await session.send('HeapProfiler.collectGarbage');
    counts.push(await session.send('Memory.getDOMCounters'));
  }
  return {
    nodes: Math.min(...counts.map(({ nodes }) => nodes)),
    listeners: Math.min(...counts.map(({ jsEventListeners }) => jsEventListeners)),
  };
}

/** After a collection, which the snapshot begins with. */
export async function heldBy(session: CDPSession): Promise<Held> {
  const { snapshot: { meta }, nodes, strings } = await snapshotOf(session);
  const width = meta.node_fields.length;
  const [type, name, size] =
    ['type', 'name', 'self_size'].map((field) => meta.node_fields.indexOf(field)) as [number, number, number];
  const held: Held = { dataBytes: 0, codeBytes: 0, ...await countsOf(session) };
  for (let i = 0; i < nodes.length; i += width) {
    const isCode = meta.node_types[0][nodes[i + type] ?? 0] === 'code'
      || CODE_PARTS.test(strings[nodes[i + name] ?? 0] ?? '');
    held[isCode ? 'codeBytes' : 'dataBytes'] += nodes[i + size] ?? 0;
  }
  return held;
}
