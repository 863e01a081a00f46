/** Reads how containers ended from a description in the same text as their log. Pure and bounded. */
import { asUtf8 } from '../../../logs/logBytes.ts';

/** An end that Kubernetes reports, with its times: the log beside it has at most the lines before it. */
export interface Termination { reason: string; exitCode: number | null; startedMs: number; finishedMs: number }

/** A longer file is a log; a description stands at its beginning or at its end. */
const MAX_BYTES = 128 * 1024;
const MAX_TERMINATIONS = 50;
const STATE = /^[\s`>]{0,16}(?:Last )?State:\s{1,20}(\w{1,20})/;
const KEY = /^\s{0,16}(Reason|Exit Code|Started|Finished):\s{1,20}(.{1,80}?)\s{0,20}$/;
const AFTER = /^\s{0,16}(?:Ready|Restart Count|Limits|Requests):\s/;

/** Returns the ends whose beginning and end have a time. */
export function terminationsIn(file: Uint8Array): Termination[] {
  const parts = file.length <= 2 * MAX_BYTES ? [file] : [file.subarray(0, MAX_BYTES), file.subarray(-MAX_BYTES)];
  return parts.flatMap((part) => inText(new TextDecoder().decode(asUtf8(part)))).slice(0, MAX_TERMINATIONS);
}

function inText(text: string): Termination[] {
  if (!text.includes('State:')) return [];
  const all: Termination[] = [];
  let open: Map<string, string> | null = null;
  const close = (): void => {
    const end = open === null ? null : terminationOf(open);
    if (end !== null) all.push(end);
    open = null;
  };
  for (const line of text.split('\n')) {
    const status = STATE.exec(line)?.[1];
    if (status !== undefined || AFTER.test(line)) close();
    if (status === 'Terminated') open = new Map();
    // The message of a state may have lines that look like keys: the first of each is the state's own.
    const [, key, value = ''] = open === null ? [] : KEY.exec(line) ?? [];
    if (key !== undefined && open?.has(key) === false) open.set(key, value);
  }
  close();
  return all;
}

function terminationOf(keys: ReadonlyMap<string, string>): Termination | null {
  const timeOf = (key: string): number => Date.parse(keys.get(key) ?? '');
  const [startedMs, finishedMs] = [timeOf('Started'), timeOf('Finished')];
  const code = /^\d{1,3}$/.exec(keys.get('Exit Code') ?? '')?.[0];
  return !(finishedMs >= startedMs) ? null
    : { reason: keys.get('Reason') ?? '', exitCode: code === undefined ? null : Number(code), startedMs, finishedMs };
}
