/** Pictures by URL as a reader gets them: time and size of each panel over an hour at 1 s, the process warm. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { PanelName } from '../../core/contract/contract.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../../server/program/integration/lab/tsdbscopeProcess.ts';
import { readRecordingLines, recordings } from '../../testdata/loadRecording.ts';
import type { BenchRow } from '../benchRow.ts';

const HOUR_MS = 3_600_000;
const ROUNDS = 40;
const WARM_UPS = 5;
const TIME_BAR_MS = 250;
const PNG_BAR = 60_000;
const SVG_BAR = 150_000;
const PANELS: [panel: PanelName, target: string][] = [
  ['gc-cpu', 'hour'], ['compaction', 'hour'], ['memory', 'hour'], ['scrapes', 'hour'],
  ['wal-replay', 'hour-with-a-start'],
];

/** An hour of real answers: the demo's recording three times over, each a restart of its counters. */
function hourOfScrapes(): Buffer {
  const lines = readRecordingLines(recordings.load).filter(({ path }) => path === '/metrics');
  const [first, last] = [lines[0]?.t ?? 0, lines.at(-1)?.t ?? 0];
  const length = last - first + 1000;
  const start = Date.now() - HOUR_MS - 60_000;
  const text: string[] = [];
  for (let round = 0; text.length < HOUR_MS / 1000; round++) {
    for (const line of lines) {
      if (text.length === HOUR_MS / 1000) break;
      text.push(JSON.stringify({ ...line, t: start + round * length + line.t - first }));
    }
  }
  return gzipSync(text.join('\n') + '\n', { level: 1 });
}

/** An hour that begins with a start: the demo's replay as it was polled, and then its last answer each second. */
function hourWithAStart(): Buffer {
  const lines = readRecordingLines(recordings.walReplay);
  const last = lines.findLast(({ path }) => path === '/metrics');
  if (last === undefined) throw new Error('the recorded replay holds no scrape');
  const end = (lines[0]?.t ?? 0) + HOUR_MS;
  const text = lines.map((line) => JSON.stringify(line));
  for (let t = last.t + 1000; t < end; t += 1000) text.push(JSON.stringify({ ...last, t }));
  return gzipSync(text.join('\n') + '\n', { level: 1 });
}

export async function picturesBench(): Promise<BenchRow[]> {
  const { dataDir, remove } = newDataDir();
  const scope = await startTsdbscope(['--demo'], dataDir);
  try {
    for (const [name, bytes] of [['hour', hourOfScrapes()], ['hour-with-a-start', hourWithAStart()]] as const) {
      const opened = await scope.fetch(
        `/api/v1/recordings?name=${name}`, { method: 'POST', body: new Uint8Array(bytes) }
      );
      if (opened.status !== 201) throw new Error(`the recording was not opened: ${await opened.text()}`);
    }
    const rows: BenchRow[] = [];
    for (const [panel, target] of PANELS) rows.push(...await panelRows(scope, panel, target));
    return rows;
  } finally {
    await scope.stop();
    remove();
  }
}

/** User and system, of all threads; 100 clock ticks a second on every Linux. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function panelRows(scope: Tsdbscope, panel: PanelName, target: string): Promise<BenchRow[]> {
  const ask = async (ending: string): Promise<{ ms: number; bytes: number }> => {
    const begin = performance.now();
    const answer = await scope.fetch(`/api/v1/targets/${target}/panels/${panel}.${ending}`);
    const bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 200) throw new Error(`${panel}.${ending} answered ${answer.status}`);
    return { ms: performance.now() - begin, bytes };
  };
  const row = (
    name: string, value: number, bar: number, { unit, more = '' }: { unit: string; more?: string }
  ): BenchRow => ({
    name: `${panel}, 1 h at 1 s, ${name}`, measured: `${value.toFixed(unit === 'ms' ? 0 : 1)} ${unit}${more}`,
    bar: `< ${bar} ${unit}`, pass: value < bar,
  });
  for (let i = 0; i < WARM_UPS; i++) await ask('png');
  const times: number[] = [];
  let pngBytes = 0;
  const cpuBefore = cpuMsOf(scope.pid);
  for (let i = 0; i < ROUNDS; i++) {
    const { ms, bytes } = await ask('png');
    times.push(ms);
    pngBytes = Math.max(pngBytes, bytes);
  }
  const cpuMs = (cpuMsOf(scope.pid) - cpuBefore) / ROUNDS;
  times.sort((a, b) => a - b);
  const at = (ratio: number): number => times[Math.min(times.length - 1, Math.floor(ratio * times.length))] ?? NaN;
  const { bytes: svgBytes } = await ask('svg');
  return [
    row(
      'PNG, p95 of the whole request', at(0.95), TIME_BAR_MS,
      { unit: 'ms', more: ` (median ${at(0.5).toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU each)` }
    ),
    row('PNG', pngBytes / 1000, PNG_BAR / 1000, { unit: 'kB' }),
    row('SVG', svgBytes / 1000, SVG_BAR / 1000, { unit: 'kB' }),
  ];
}
