/** Summarizes the table of dotnet-trace report topN: the first rows, and what only waits. Pure. */
import { joined } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';

export const DOTNET_TOP = /^Top \d{1,4} Functions \((Exclusive|Inclusive)\)\s/m;
/** A row: its number, its function, which may have no name, and the shares with and without what it calls. */
const ROW = new RegExp(String.raw`^[ \t]{0,8}\d{1,4}\.[ \t]{1,200}(?:(\S.{0,300}?)[ \t]{1,200})?([\d.]{1,8})%`
  + String.raw`[ \t]{1,40}([\d.]{1,8})%[ \t]{0,200}$`, 'gm');
/** Methods in which a thread waits or sleeps. */
const WAITS = new RegExp([
  /(?:^|[.:])(?:Wait\w{0,40}|Sleep\w{0,20}|Join|Park|Poll|Accept\w{0,10}|SignalAndWait|ObjWait)/,
  /(?:^|[.:])GetQueuedCompletionStatus\w{0,4}/,
  /(?:epoll_wait|WaitForSignal)/,
].map(({ source }) => `${source}(?:$|[(<])`).join('|'));
const MAX_TOLD = 3;

export function dotnetTopFacts({ text }: Look): string | null {
  const isExclusive = DOTNET_TOP.exec(text)?.[1] !== 'Inclusive';
  const rows = [...text.matchAll(ROW)].map(([, name, inclusive, exclusive]) => ({
    name: name?.replace(/[([].*$/, '').trim() ?? null, share: (isExclusive ? exclusive : inclusive) ?? '',
  }));
  const [first, ...others] = rows.toSorted((a, b) => Number(b.share) - Number(a.share));
  if (first === undefined) return null;
  const named = (name: string | null): string => name ?? 'a function whose name was not resolved';
  const next = others.slice(0, MAX_TOLD - 1).map(({ name, share }) => `${named(name)} (${share} %)`);
  const waits = rows.filter(({ name }) => name !== null && WAITS.test(name));
  const waited = waits.reduce((sum, { share }) => sum + Number(share), 0);
  const lead = named(first.name);
  const parts = equalParts(rows.map(({ share }) => Number(share)));
  const namedCount = rows.filter(({ name }) => name !== null).length;
  const areWaits = parts !== null && waits.length > 0 && waits.length === namedCount;
  return joined([
    !areWaits ? null : `It shows waits and no hot code: every share is a multiple of 1/${parts}, as of about ${parts} `
      + 'threads that each stay in one place.',
    `${lead.slice(0, 1).toUpperCase()}${lead.slice(1)} has the highest share ${
      isExclusive ? 'of its own' : 'with what it calls'}: ${first.share} %${
      next.length === 0 ? '' : `; then ${next.join(' and ')}`}.`,
    waits.length === 0 ? null : `${waits.length} of the ${rows.length} only ${
      waits.length === 1 ? 'waits' : 'wait'}${isExclusive && waits.length > 1
      ? `, ${Number(waited.toPrecision(4))} % together` : ''}.`,
    'dotnet-trace samples threads that wait, too: the shares are not of CPU time.',
  ]);
}

const MIN_EQUAL = 3;
const MIN_PARTS = 4;
const MAX_PARTS = 64;
/** Shares are printed with two decimals. */
const ROUNDING = 0.02;

/** Returns the number of equal parts of which all shares are made; null if they are of no such parts. */
function equalParts(shares: readonly number[]): number | null {
  const least = Math.min(...shares.filter((share) => share > 0));
  const parts = Math.round(100 / least);
  if (shares.length < MIN_EQUAL || parts < MIN_PARTS || parts > MAX_PARTS) return null;
  const isMultiple = (share: number): boolean =>
    Math.abs(share - Math.round(share * parts / 100) * 100 / parts) <= ROUNDING;
  return shares.every(isMultiple) ? parts : null;
}
