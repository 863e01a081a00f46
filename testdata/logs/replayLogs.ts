/** Logs of starts in the forms that servers write, for tests. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const restartLog = readFileSync(fileURLToPath(new URL('./prom-2.42-restart.log', import.meta.url)), 'utf8');

/** The same log as Prometheus 3 writes it: slog's keys, a duration at each segment, two more at the end. */
export function asPrometheus3(text: string): string {
  let before: number | null = null;
  return text.split('\n').map((line) => {
    const match = /^ts=(\S+) caller=(\S+) level=(\w+) (.*)$/.exec(line);
    if (match === null) return line;
    const [, time = '', source = '', level = '', rest = ''] = match;
    const at = Date.parse(time);
    const added = line.includes('WAL segment loaded') && before !== null ? ` duration=${at - before}.25ms` : '';
    if (line.includes('Replaying WAL') || line.includes('WAL segment loaded')) before = at;
    const newer = rest.replace('version=2.42.0+ds', 'version=3.15.0').replace(
      ' total_replay_duration',
      ' chunk_snapshot_load_duration=0s mmap_chunk_replay_duration=412.295539ms total_replay_duration'
    );
    return `time=${time} level=${level.toUpperCase()} source=${source} ${newer}${added}`;
  }).join('\n');
}

/** JSON of the server itself, every line that has a message. */
export function asJson(text: string): string {
  return text.split('\n').flatMap((line) => {
    const pairs = line.matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|(\S+))/g);
    const fields = Object.fromEntries([...pairs].map(([, key = '', quoted, bare]) => [key, quoted ?? bare] as const));
    return fields.msg === undefined ? [] : [JSON.stringify(fields)];
  }).join('\n');
}

/** A log moved in time. */
export function later(text: string, ms: number): string {
  return text.replace(
    /^(ts|time)=(\S+)/gm,
    (_all, key: string, time: string) => `${key}=${new Date(Date.parse(time) + ms).toISOString()}`
  );
}

/** Lines from one that holds `from` (that too) to one that holds `to` (without it). */
export function part(text: string, from: string | null, to: string | null): string {
  const lines = text.split('\n');
  const first = from === null ? 0 : lines.findIndex((line) => line.includes(from));
  const last = to === null ? lines.length : lines.findIndex((line) => line.includes(to));
  return lines.slice(first, last).join('\n');
}
