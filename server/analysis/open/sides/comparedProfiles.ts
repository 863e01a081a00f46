/** Says what differs between two tables of go tool pprof of one program, and which functions only one lists. Pure. */
import { packageOf } from '../../../../core/profile/packages.ts';
import { formatBytes, formatSeconds } from '../../../../core/text/format.ts';
import { joined } from '../look/factTools.ts';
import { wordOf } from '../look/format.ts';
import { isOfGo, shortName } from '../logs/crashes/crashPlace.ts';
import { changesOf, changeWords } from '../outputs/benchmarks/timesCompared.ts';
import { pprofAmount, pprofUnit, totalsCompared } from '../outputs/profilers/pprofTotals.ts';
import { rowsOf } from '../outputs/profilers/rows/printedRows.ts';
import { pprofRows, pprofTotal } from './sideRows.ts';

interface Side { name: string; format: string; text: string }
interface Row { name: string; flat: number; cum: number; text: string; cumText: string }

const MAX_NAMED = 2;
/** Share of the larger total from which a function that only one side lists is named. */
const MIN_SHARE = 0.05;
/** Shares of the growth from which a package, and a function with what it calls, are named. */
const MUCH_OF_GROWTH = 0.4;
const MIN_BELOW = 0.6;
/** Growth of the total from which it is said where it is. */
const MIN_GROWTH = 0.3;

const percent = (ratio: number): string => `${Number((100 * ratio).toPrecision(3))} %`;

const rowsIn = (text: string): Row[] => rowsOf(text).filter(({ name }) => name !== '').map(({ name, flat, cum }) =>
  ({ name, flat: pprofAmount(flat), cum: pprofAmount(cum), text: flat, cumText: cum }));

const fileOf = ({ text }: Side): string | undefined => wordOf(/^[ \t>]{0,40}File: (\S{1,200})\s*$/m, text);
/** Whether nothing in two tables says that they are of different programs. */
function isOneProgram(before: Side, after: Side): boolean {
  const [first, second] = [fileOf(before), fileOf(after)];
  return first === undefined || second === undefined || first === second;
}

/** Returns null unless both are such tables with rows. */
export function pprofFact(before: Side, after: Side): string | null {
  const [old, current] = [before, after].map(({ format, text }) => pprofRows(format, text));
  if (old === undefined || current === undefined || old.length === 0 || current.length === 0) return null;
  const totals = totalsCompared([before, after].map(({ text }) => ({ table: text, total: pprofTotal(text) })));
  const known = new Map(old.map(({ name, value }) => [name, value]));
  const moved = changesOf(old.filter(({ value }) => value > 0), current)
    .map((row) => ({ ...row, by: (row.ratio - 1) * (known.get(row.name) ?? 0) }))
    .filter(({ by }) => by !== 0).sort((a, b) => Math.abs(b.by) - Math.abs(a.by)).slice(0, MAX_NAMED);
  return joined([
    totals,
    ...totals === null || !isOneProgram(before, after) ? [] : [onlyWords(before, after), growthWords(before, after)],
    moved.length === 0 ? null : `Of the functions listed in both, the self values that change most: ${
      moved.map(changeWords).join(', ')}.`,
  ]);
}

/** Names the functions with much that only one side lists: those are new, or too small on the other side. */
function onlyWords(before: Side, after: Side): string | null {
  const [old, current] = [rowsIn(before.text), rowsIn(after.text)];
  const totals = [before, after].map(({ text }) => pprofAmount(pprofTotal(text) ?? ''));
  const growth = (totals[1] ?? 0) - (totals[0] ?? 0);
  const words = (rows: readonly Row[], others: readonly Row[], { name, isNew }: { name: string; isNew: boolean }) => {
    const names = new Set(others.map((row) => row.name));
    const only = rows.filter((row) => !names.has(row.name) && row.flat >= MIN_SHARE * Math.max(...totals))
      .toSorted((a, b) => b.flat - a.flat).slice(0, MAX_NAMED);
    return only.length === 0 ? null : `Listed only in ${name}: ${only.map((row) => `${shortName(row.name)} ${row.text}${
      isNew && growth >= row.flat ? `, as much as ${percent(row.flat / growth)} of the growth` : ''}`).join('; ')}.`;
  };
  return joined([
    words(current, old, { name: after.name, isNew: true }), words(old, current, { name: before.name, isNew: false }),
  ]);
}

/** Says in which package most of the growth is, and below which function; null without growth. */
function growthWords(before: Side, after: Side): string | null {
  const [first = '', second = ''] = [before, after].map(({ text }) => pprofTotal(text) ?? '');
  const growth = pprofAmount(second) - pprofAmount(first);
  if (!(growth >= MIN_GROWTH * pprofAmount(first))) return null;
  const [old, current] = [rowsIn(before.text), rowsIn(after.text)];
  const known = new Map(old.map((row) => [row.name, row]));
  const packages = new Map<string, number>();
  for (const [rows, sign] of [[current, 1], [old, -1]] as const) for (const { name, flat } of rows)
    packages.set(packageOf(name), (packages.get(packageOf(name)) ?? 0) + sign * flat);
  const [most] = [...packages].filter(([name]) => name.includes('/') && !isOfGo(`${name}.f`))
    .sort(([, a], [, b]) => b - a);
  const kind = pprofUnit(second);
  const shown = (value: number): string => (kind === 'bytes' ? formatBytes(value)
    : kind === 'seconds' ? formatSeconds(value) : Math.round(value).toLocaleString('en-US'));
  // The deepest function below which most of the growth is says more than those that call it.
  const [deepest] = current.filter(({ name, cum }) => name.includes('/') && !isOfGo(name)
    && cum - (known.get(name)?.cum ?? 0) >= MIN_BELOW * growth).toSorted((a, b) => a.cum - b.cum);
  const was = deepest === undefined ? undefined : known.get(deepest.name);
  return joined([
    most === undefined || most[1] < MUCH_OF_GROWTH * growth ? null
      : `By package, the self values of ${most[0]} grew most, by ${shown(most[1])} of the ${shown(growth)}.`,
    deepest === undefined ? null : `With what it calls, ${shortName(deepest.name)} has ${deepest.cumText}, ${
      was === undefined ? 'and is listed only there' : `instead of ${was.cumText}`}.`,
  ]);
}
