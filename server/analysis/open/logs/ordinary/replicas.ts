/** Reports what several processes of Thanos have in common: receivers that failed, blocks made at one time. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';

const ENDPOINT = /replicate write request, endpoint ([\w.:[\]-]{3,200}?):(?=\s)/g;
const MAX_NAMED = 5;

/** Returns the receivers that failed; null for fewer than two. */
export function failedReplicas(lines: readonly string[]): string | null {
  const perLine = lines.map((line) => new Set([...line.matchAll(ENDPOINT)].map(([, endpoint = '']) => endpoint)));
  const all = [...new Set(perLine.flatMap((own) => [...own]))];
  if (all.length < 2) return null;
  const names = all.map((endpoint) => endpoint.split(/[.:]/, 1).join('')).sort();
  const isSame = new Set(names).size < names.length;
  const listed = (isSame ? [...all].sort() : names).slice(0, MAX_NAMED).join(', ');
  const isAtOnce = perLine.some((own) => own.size === all.length);
  return `${all.length} receivers failed (${listed}${all.length > MAX_NAMED ? ', …' : ''})${
    isAtOnce ? `, for one request all ${all.length} of them` : ''}: it is not one replica alone.`;
}

const OVERLAP = /overlaps found while gathering blocks\.[^\n]{0,200}?blocks: 2\]([^\n]{1,600})/;
const ULID = /ulid: ([0-7][0-9A-HJKMNP-TV-Z]{25})/g;
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARS = 10;
/** Blocks of one time range that are made further apart may come from one process, which did it again. */
const MAX_APART_MS = 60_000;

const madeMs = (ulid: string): number =>
  [...ulid.slice(0, TIME_CHARS)].reduce((sum, char) => sum * DIGITS.length + DIGITS.indexOf(char), 0);

/** Returns that the two blocks which overlap were made at about one time; null for others. */
export function madeTogether(lines: readonly string[]): string | null {
  const found = lines.flatMap((line) => OVERLAP.exec(line)?.[1] ?? []).at(0) ?? '';
  const [one, other] = [...found.matchAll(ULID)].map(([, ulid = '']) => madeMs(ulid));
  if (one === undefined || other === undefined || one === other) return null;
  const apart = Math.abs(one - other);
  return apart > MAX_APART_MS ? null
    : `By their ids, the two blocks were made ${formatSeconds(apart / 1000)} apart, as `
    + 'by two processes with the same external labels: give each replica a label of its own. Look at both meta.json '
    + 'before one is marked for deletion.';
}
