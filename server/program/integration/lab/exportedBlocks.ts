/** What a recording said, through OpenMetrics text and promtool, in blocks that a real Prometheus serves. */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { seriesId, startEngine } from './engineLab.ts';
import type { Tsdbscope } from './tsdbscopeProcess.ts';

export interface Size { series: number; seconds: number }

export interface ServedExport {
  /** Samples of the recording, and of them those that Prometheus serves with the same value at the same time. */
  samples: number;
  equal: number;
  /** Those that it serves in all. */
  served: number;
  /** The first that is missing or different. */
  firstDifference: string | null;
  textBytes: number;
  exportSeconds: number;
}

const NAMES = ['load_total', 'load_bytes', 'load_seconds_bucket', 'load_created', 'load:ratio'];

/** NaN where the scrape does not have the series: a gap. */
function valueOf(series: number, second: number): number | null {
  if (second % 97 === 5 || (series % 7 === 3 && second % 50 < 9)) return null;
  if (series % 11 === 4 && second % 13 === 0) return [NaN, Infinity, -Infinity][second % 3] ?? NaN;
  return series % 2 === 0 ? second * (series + 1) : Math.sin(second * 0.37 + series) * 10 ** (series % 19 - 9);
}

function labelsOf(series: number): Record<string, string> {
  return { le: String(series), path: `/a "b"\\c\n${series % 3}` };
}

/** One scrape a second, of uneven ms; each 97th fails. */
function recordingOf({ series, seconds }: Size, startMs: number): Buffer {
  const lines: string[] = [];
  for (let second = 0; second < seconds; second++) {
    const t = timeOf(startMs, second);
    if (second % 97 === 5) {
      lines.push(JSON.stringify({ path: '/metrics', t, dur_ms: 1000, status: 0, err: 'timeout' }));
      continue;
    }
    const body = Array.from({ length: series }, (_, one) => {
      const value = valueOf(one, second);
      const { le, path } = labelsOf(one);
      const key = `${NAMES[one % NAMES.length]}{le=${JSON.stringify(le)},path=${JSON.stringify(path)}}`;
      return value === null ? '' : `${key} ${String(value).replace('Infinity', 'Inf')}\n`;
    }).join('');
    lines.push(JSON.stringify({ path: '/metrics', t, dur_ms: 7, status: 200, ct: 'text/plain; version=0.0.4', body }));
  }
  return gzipSync(`${lines.join('\n')}\n`, { level: 1 });
}

function timeOf(startMs: number, second: number): number {
  return startMs + second * 1000 + (second * 137) % 250;
}

export async function servedExport(scope: Tsdbscope, size: Size): Promise<ServedExport> {
  const startMs = Math.floor(Date.now() / 1000 - size.seconds - 600) * 1000;
  const opened = await scope.fetch(
    '/api/v1/recordings?name=load', { method: 'POST', body: new Uint8Array(recordingOf(size, startMs)) }
  );
  if (!opened.ok) throw new Error(await opened.text());
  const folder = await mkdtemp(join(tmpdir(), 'tsdbscope-export-'));
  try {
    const file = join(folder, 'load.om');
    const begun = performance.now();
    const answer = await scope.fetch('/api/v1/targets/load/export?format=openmetrics&match={__name__=~"load.*"}');
    if (!answer.ok || answer.body === null) throw new Error(await answer.text());
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(file));
    const exportSeconds = (performance.now() - begun) / 1000;
    const blocks = join(folder, 'blocks');
    await mkdir(blocks);
    await promisify(execFile)('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', file, blocks]);
    return { ...await compare(blocks, size, startMs), textBytes: (await stat(file)).size, exportSeconds };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(
  blocks: string, size: Size, startMs: number
): Promise<Omit<ServedExport, 'textBytes' | 'exportSeconds'>> {
  const engine = await startEngine('prometheus', { data: blocks });
  try {
    let [samples, equal, served] = [0, 0, 0];
    let firstDifference: string | null = null;
    for (const [at, name] of NAMES.entries()) {
      const stored = await engine.samples(`{__name__="${name}"}`, startMs, startMs + size.seconds * 1000 + 1000);
      for (const times of stored.values()) served += times.size;
      for (let one = at; one < size.series; one += NAMES.length) {
        const labels = { __name__: name, instance: 'load', job: 'tsdbscope', ...labelsOf(one) };
        const mine = stored.get(seriesId(labels));
        for (let second = 0; second < size.seconds; second++) {
          const value = valueOf(one, second);
          if (value === null) continue;
          samples++;
          const time = timeOf(startMs, second);
          if (Object.is(mine?.get(time), value)) equal++;
          else firstDifference ??= `${name} ${one} at ${time}: ${String(value)}, served ${String(mine?.get(time))}`;
        }
      }
    }
    return { samples, equal, served, firstDifference };
  } finally {
    await engine.stop();
  }
}
