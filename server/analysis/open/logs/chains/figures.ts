/**
 * Compares the figures of a line with the limits that stand beside them: `chunks=5 maxChunks=4`, `took=3s timeout=2s`.
 * Pure and bounded.
 */
import { parseSizeBytes } from '../../../../../core/text/durations.ts';
import { goDurationMs } from '../../../logs/goDuration.ts';

const FIGURE = new RegExp(String.raw`(?:^|[\s{,])"?([A-Za-z][\w.-]{2,60})"?[=:] ?"?(\d{1,18}(?:\.\d{1,18})?)`
  + String.raw`((?:ns|us|\u00b5s|ms|s|m|h)(?:\d[\d.smh]{0,20})?|[KMGT]i?B)?(?=[\s",}]|$)`, 'g');
const LIMIT = /max(?:imum)?|limit|tolerated|allowed|blocking/gi;
/** Names of a figure that is compared with a limit without a name. */
const CURRENT = /^(?:current|actual|got|used|observed)$/i;
/** Keys of a duration and of the time that it may take. */
const TAKEN = /^(?:took|elapsed|duration|latency|eval(?:uation)?_?duration|time_?taken)$/i;
const MAY_TAKE = /^(?:(?:query|write|read|request)?[_-]?time_?out|deadline|threshold|expected[_-]?duration)$/i;
const MAX_FIGURES = 20;
const MAX_LINE = 2000;
const MAX_TOLD = 2;

/** The kind of a figure; only figures of one kind are compared. */
type Kind = 'count' | 'time' | 'size';
interface Figure { name: string; value: number; text: string; kind: Kind; isLimit: boolean }
interface Pair { own: Figure; limit: Figure }

/** Returns a key without what makes it a limit, to compare `memoryChunks` with `maxToleratedMemChunks`. */
const plain = (key: string): string => key.replace(LIMIT, '').toLowerCase().replaceAll(/[_.-]/g, '')
  .replace('memory', 'mem');

/** Returns a figure with its unit; null if the unit is not known. */
function figureOf(name: string, digits: string, unit: string | undefined): Figure | null {
  const isLimit = plain(name) !== plainWhole(name);
  if (unit === undefined)
    return { name, value: Number(digits), text: Number(digits).toLocaleString('en-US'), kind: 'count', isLimit };
  const text = `${digits}${unit}`;
  const isSize = unit.endsWith('B');
  const value = isSize ? parseSizeBytes(text) : goDurationMs(text);
  return value === null ? null : { name, value, text, kind: isSize ? 'size' : 'time', isLimit };
}

function pairsIn(line: string): Pair[] {
  const all = [...line.slice(0, MAX_LINE).matchAll(FIGURE)].slice(0, MAX_FIGURES)
    .map(([, name = '', digits = '', unit]) => figureOf(name, digits, unit)).filter((one) => one !== null);
  const limits = all.filter(({ isLimit }) => isLimit);
  return [...alonePair(all, limits), ...timePair(all), ...all.filter(({ isLimit }) => !isLimit).flatMap((own) => {
    const [limit, other] = limits.filter((one) => plain(one.name) === plain(own.name) && one.value > 0
      && one.kind === own.kind);
    return limit === undefined || other !== undefined ? [] : [{ own, limit }];
  })];
}

/** Returns a limit without a name beside one figure that says what there is. */
function alonePair(all: readonly Figure[], limits: readonly Figure[]): Pair[] {
  const [limit, ...more] = limits.filter((one) => plain(one.name) === '' && one.value > 0);
  const [own, ...others] = all.filter(({ name }) => CURRENT.test(name));
  return limit === undefined || own === undefined || more.length + others.length > 0 || own.kind !== limit.kind ? []
    : [{ own, limit }];
}

/** Returns what something took and how long it may take, if a line has one of each. */
function timePair(all: readonly Figure[]): Pair[] {
  const times = all.filter(({ kind }) => kind === 'time');
  const [own, ...others] = times.filter(({ name }) => TAKEN.test(name));
  const [limit, ...more] = times.filter(({ name }) => MAY_TAKE.test(name));
  return own === undefined || limit === undefined || others.length + more.length > 0 ? [] : [{ own, limit }];
}

const plainWhole = (key: string): string => key.toLowerCase().replaceAll(/[_.-]/g, '').replace('memory', 'mem');

/** Returns which figures of a line are over their limits, then which are not; null if none is over. */
export function figuresOver(line: string): string | null {
  const pairs = pairsIn(line);
  const over = pairs.filter(({ own, limit }) => own.value > limit.value);
  if (over.length === 0) return null;
  const below = pairs.filter(({ own, limit }) => own.value <= limit.value);
  const said = (some: readonly Pair[], word: string): string => some.slice(0, MAX_TOLD)
    .map(({ own, limit }) => `${own.name} ${own.text} is ${word} ${limit.name} ${limit.text}`).join(' and ');
  return `${said(over, 'over')}${below.length === 0 ? '' : `; ${said(below, 'not over')}`}.`;
}
