/**
 * Large profiles: how long from the upload to an answer, beside `go tool pprof` on the same file, and what ten at once
 * cost.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DiffTopTable, FlameGraph, TopTable } from '../../core/contract/contract.ts';
import { medianOf, type BenchRow } from '../benchRow.ts';
import { hasGo } from './goProgram.ts';
import { LARGE, largeProfile, largeProfileBytes } from './largeProfile.ts';
import { startProfileServer, type ProfileServer } from './profileServer.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const TOP_BAR = 0.15;
const DIFF_BAR = 0.12;
const ZOOM_BAR_MS = 1000;
const MEMORY_BAR_MB = 1200;
const DELAY_BAR_MS = 100;
const MANY = 10;
/** 150,000 samples are 15 MB. */
const MANY_SAMPLES = 150_000;

/** `mainUrl` is the built main.js. */
export async function largeProfileBench(mainUrl: URL): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-bench-'));
  try {
    const before = largeProfile({ ...LARGE, side: 'before' });
    const after = largeProfile({ ...LARGE, side: 'after' });
    const files = { before: join(folder, 'before.pb.gz'), after: join(folder, 'after.pb.gz') };
    writeFileSync(files.before, before);
    writeFileSync(files.after, after);
    return [...await againstPprof(mainUrl, { before, after }, files), ...await manyAtOnce(mainUrl)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Frame { name: string; value: number; children: Frame[] }
interface Frames extends Pick<FlameGraph, 'nodes' | 'culledNodes'> { root: Frame }
interface Sides<T> { before: T; after: T }

async function againstPprof(mainUrl: URL, bytes: Sides<Uint8Array>, files: Sides<string>): Promise<BenchRow[]> {
  const withPeer = await hasGo();
  const server = await startProfileServer(mainUrl);
  try {
    // Warm: both threads have seen a large profile, and none of it is left in their caches by name.
    for (let i = 0; i < 2; i++) await uploadToDiff(server, bytes);
    const top: Sides<number[]> = { before: [], after: [] };
    const diff: Sides<number[]> = { before: [], after: [] };
    for (let round = 0; round < ROUNDS; round++) {
      top.before.push(await timed(() => uploadToTop(server, bytes.before)));
      if (withPeer) top.after.push(await timed(() => pprof('-top', files.before)));
    }
    for (let round = 0; round < ROUNDS; round++) {
      diff.before.push(await timed(() => uploadToDiff(server, bytes)));
      if (withPeer) diff.after.push(await timed(() => pprof('-top', '-diff_base', files.before, files.after)));
    }
    return [
      ratioRow(
        'upload to top of a profile of 200,000 samples and stacks, 30,000 functions, 20 MB', top.before, top.after,
        { peer: 'go tool pprof -top', bar: TOP_BAR }
      ),
      ratioRow(
        'upload of two such profiles to diff/top', diff.before, diff.after,
        { peer: 'go tool pprof -top -diff_base', bar: DIFF_BAR }
      ),
      ...await flameGraphs(server, bytes),
    ];
  } finally {
    await server.close();
  }
}

/**
 * Of one such profile and of the pair: what a zoom costs beside the first answer, and whether the server can be asked
 * meanwhile.
 */
async function flameGraphs(server: ProfileServer, bytes: Sides<Uint8Array>): Promise<BenchRow[]> {
  const [before, after] = await Promise.all([server.upload(bytes.before), server.upload(bytes.after)]);
  server.watchDelay();
  const rows: BenchRow[] = [];
  for (
    const [what, path] of [
      ['flame graph', `/profiles/${before}/flamegraph?`],
      ['diff flame graph', `/diff/flamegraph?before=${before}&after=${after}&`],
    ] as const
  ) {
    let graph: Frames = { nodes: 0, culledNodes: 0, root: { name: '', value: 0, children: [] } };
    const ask = (question: string): Promise<number> =>
      timed(async () => { graph = await server.get<Frames>(path + question); });
    const zoom: string[] = [];
    const firstMs = await ask('minRatio=0.0005');
    const zoomMs: number[] = [];
    // Another depth each time: an answer that was given before costs nothing.
    for (let depth = 1; depth <= ROUNDS; depth++) {
      zoom.push(...widestChild(graph.root));
      zoomMs.push(await ask(`minRatio=0.0005&zoom=${encodeURIComponent(JSON.stringify(zoom))}`));
    }
    const { nodes, culledNodes } = graph;
    const ratio = medianOf(zoomMs) / firstMs;
    rows.push({
      name: `profiles: ${what} below a zoomed frame, against the first answer (over a million frames in all)`,
      measured: `${medianOf(zoomMs).toFixed(0)} ms, ${ratio.toFixed(2)} of ${firstMs.toFixed(0)} ms; `
        + `${nodes} frames, ${culledNodes} culled`,
      bar: `< ${ZOOM_BAR_MS} ms`, pass: medianOf(zoomMs) < ZOOM_BAR_MS && nodes > 1 && culledNodes > 0,
    });
    await ask('minRatio=0');
    rows.push({
      name: `profiles: frames of the whole ${what} (minRatio=0)`,
      measured: `${graph.nodes}, ${graph.culledNodes} culled`, bar: '<= 100000', pass: graph.nodes <= 100_000,
    });
  }
  await new Promise((resume) => setTimeout(resume, 600));
  const delayMs = server.longestDelayMs();
  return [
    ...rows,
    {
      name: 'profiles: longest delay of the event loop while those were answered',
      measured: `${delayMs.toFixed(0)} ms`, bar: `< ${DELAY_BAR_MS} ms`, pass: delayMs < DELAY_BAR_MS,
    },
  ];
}

async function uploadToTop(server: ProfileServer, bytes: Uint8Array): Promise<void> {
  const id = await server.upload(bytes);
  const table = await server.get<TopTable>(`/profiles/${id}/top`);
  if (table.rows.length === 0) throw new Error('top has no rows');
  await server.remove(id);
}

async function uploadToDiff(server: ProfileServer, bytes: Sides<Uint8Array>): Promise<void> {
  const [before = '', after = ''] = await Promise.all([server.upload(bytes.before), server.upload(bytes.after)]);
  const table = await server.get<DiffTopTable>(`/diff/top?before=${before}&after=${after}`);
  if (table.rows.length === 0) throw new Error('diff/top has no rows');
  await Promise.all([server.remove(before), server.remove(after)]);
}

async function manyAtOnce(mainUrl: URL): Promise<BenchRow[]> {
  const profiles = Array.from(
    { length: MANY },
    (_, seed) => largeProfileBytes({ ...LARGE, samples: MANY_SAMPLES, seed: seed + 2, side: 'before' })
  );
  const server = await startProfileServer(mainUrl);
  try {
    server.watchDelay();
    const started = performance.now();
    const ids = await Promise.all(profiles.map((bytes) => server.upload(bytes)));
    const seconds = (performance.now() - started) / 1000;
    await new Promise((resume) => setTimeout(resume, 600));
    const megabytes = server.peakMegabytes();
    const delayMs = server.longestDelayMs();
    const what = `${MANY} profiles of ${((profiles[0]?.length ?? 0) / 1e6).toFixed(1)} MB uploaded at once`;
    return [
      {
        name: `profiles: highest resident memory, ${what}`,
        measured: `${megabytes.toFixed(0)} MB (${seconds.toFixed(1)} s)`, bar: `< ${MEMORY_BAR_MB} MB`,
        pass: megabytes < MEMORY_BAR_MB && new Set(ids).size === MANY,
      },
      {
        name: `profiles: longest delay of the event loop, ${what}`, measured: `${delayMs.toFixed(0)} ms`,
        bar: `< ${DELAY_BAR_MS} ms`, pass: delayMs < DELAY_BAR_MS,
      },
    ];
  } finally {
    await server.close();
  }
}

function ratioRow(
  name: string, ours: number[], theirs: number[], { peer, bar }: { peer: string; bar: number },
): BenchRow {
  const seconds = medianOf(ours) / 1000;
  const [low, high] = [Math.min(...ours), Math.max(...ours)].map((ms) => (ms / 1000).toFixed(2));
  const spread = `${seconds.toFixed(2)} s (${low} to ${high}, median of ${ours.length})`;
  if (theirs.length === 0) return {
    name: `profiles: ${name}`, measured: `${spread}; go is not installed, so nothing to compare with`,
    bar: `<= ${bar} of ${peer}: skipped`, pass: true,
  };
  const peerSeconds = medianOf(theirs) / 1000;
  const ratio = seconds / peerSeconds;
  return {
    name: `profiles: ${name}`, measured: `${spread}, ${ratio.toFixed(3)} of ${peer} (${peerSeconds.toFixed(1)} s)`,
    bar: `<= ${bar}`, pass: ratio <= bar,
  };
}

const run = promisify(execFile);

async function pprof(...args: string[]): Promise<void> {
  await run('go', ['tool', 'pprof', ...args], { maxBuffer: 2 ** 28 });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The name of the widest child, none when there is none. */
function widestChild({ children }: Frame): string[] {
  const widest = children.reduce<Frame | null>(
    (most, child) => (most === null || child.value > most.value ? child : most), null
  );
  return widest === null ? [] : [widest.name];
}
