/** Says in sentences what changed between two outputs, the worst first, for readers that do not see the tables. */
import type { BenchmarkCell, BenchmarkReport, BenchmarkUnit } from '../../../core/contract/contract.ts';
import { statements } from '../../../core/finding.ts';
import { absoluteWords, largestWords } from '../../../core/text/benchmarks/absoluteChanges.ts';
import { formatNumber } from '../../../core/text/format.ts';
import { render } from '../../../core/text/parts.ts';
import {
  changeOf, leadText, ratioText, steadyMean, unitName,
} from '../../../core/views/benchmarks/benchClaim.ts';
import { isScattered } from '../../../core/views/benchmarks/scatter.ts';
import { isOtherKind, kindChanges } from './kindChanges.ts';
import { equalCountsWords, scatterWords } from './rows/scatterWords.ts';
import { driftWords } from './rows/driftWords.ts';
import { brokenExactWords, notShownWords, testWords } from './rows/rowDetails.ts';
import { tradedWords } from './rows/tradedWords.ts';
import { aloneWords } from './single/fewRuns.ts';
import { NOISY, noisyNames, spreadOf } from './single/noise.ts';
import { valueText } from './single/values.ts';

const MAX_LISTED = 4;
/** A change of allocations that belongs to one of time, and of other units that is worth a word. */
const MUCH = 0.1;
/** A smaller change of bytes is not named by itself. */
const MIN_COUNTED = 0.01;
/** Evidence on all benchmarks together. */
const OF_ALL = /expected by chance|changed by about as much/;
const FAILED = new RegExp(' (?:has failures in its output|have failures in their output|has a run that failed) '
  + String.raw`\((?:line \d{1,9}: )?"`);

interface Change { name: string; ratio: number; before: BenchmarkCell; after: BenchmarkCell; config: string }

/** Returns the sentences of a comparison; with more than two columns, or too few runs, those of its finding. */
export function comparedWords(report: BenchmarkReport): string[] {
  const { finding, columns, units, verdict } = report;
  const [claim = '', ...evidence] = statements(finding);
  const failed = report.notes.filter((note) => FAILED.test(note));
  const [lead] = units;
  if (columns.length !== 2 || verdict === 'untested' || lead === undefined || report.time !== null)
    return [...failed, claim, ...evidence];
  const tables = units.filter(({ unit }) => unit === lead.unit);
  const changes = tables.flatMap(changesIn);
  const others = changes.filter((one) => !isOtherKind(one.before, one.after) && !isScattered(one));
  const scattered = scatterWords(tables, columns);
  const ofKind = kindChanges(tables, 1).map((statement) => render(statement));
  const unshown = notShownWords(tables, columns);
  const ofDrift = driftWords(report);
  // Values of the machine are no changes of the code, and a mean of them is none of it.
  if (ofDrift.length > 0) return [
    ...failed, claim, ...ofDrift, ...countedRows(units, ofDrift.join(' ')), ...ofKind, ...unshown,
    ...scattered, ...brokenExactWords(units, columns),
  ];
  return [
    ...failed, claim, ...worstWords(others, lead, units), ...countedRows(units, ''),
    // What vanished did so in its allocations, too.
    ...ofKind.length === 0
      ? [
        ...meanWords(tables, changes.length), ...weighed(others, lead), ...tradedWords(units),
        ...mixedWords(units, lead.unit),
      ] : ofKind,
    ...scattered, ...unshown, ...brokenExactWords(units, columns),
    ...scattered.length > 0 || unshown.some((one) => one.includes('decides')) ? [] : noiseWords(tables, columns),
    ...equalCountsWords(units), ...aloneWords(tables, columns).map((one) => render(one)),
    ...evidence.filter((one) => OF_ALL.test(one)),
  ];
}

const idOf = ({ config }: BenchmarkUnit): string => JSON.stringify(config);

/** Returns the changes beyond noise, the worst first. */
function changesIn(table: BenchmarkUnit): Change[] {
  const sign = table.better === 0 ? 1 : -table.better;
  return table.rows.flatMap(({ name, cells: [before = null, after = null] }): Change[] => {
    const ratio = changeOf(after);
    return before === null || after === null || ratio === null ? []
      : [{ name, ratio, before, after, config: idOf(table) }];
  }).sort((a, b) => sign * (b.ratio - a.ratio));
}

const betweenText = ({ before, after }: Change, unit: string): string =>
  `${valueText(before.center, unit)} to ${valueText(after.center, unit)}`;

function worstWords(
  changes: readonly Change[], { unit, better }: BenchmarkUnit, units: readonly BenchmarkUnit[]
): string[] {
  const told = changes.slice(0, MAX_LISTED);
  if (told.length === 0) return [];
  const words = told.map((one) => {
    const allocated = units.filter((other) => other.unit === 'allocs/op' && idOf(other) === one.config)
      .flatMap(changesIn).find(({ name, ratio }) => name === one.name && Math.abs(ratio) >= MUCH);
    const also = allocated === undefined ? ''
      : `; ${formatNumber(allocated.before.center)} to ${formatNumber(allocated.after.center)} allocs/op`;
    const tested = testWords(one.after.comparison);
    return `${one.name} ${ratioText(one.ratio)} (${betweenText(one, unit)}, ${tested}${also})`;
  });
  const rest = changes.length > told.length ? `, and ${changes.length - told.length} more` : '';
  const order = better === 0 || changes.length === 1 ? '' : ', the worst first';
  return [`${unitName(unit)}${order}: ${words.join(', ')}${rest}.`];
}

/** Weighs changes of time by their absolute size. */
function weighed(changes: readonly Change[], { unit }: BenchmarkUnit): string[] {
  if (unit !== 'sec/op' && unit !== 'sec') return [];
  const timed = changes.map(({ name, before, ratio }) => ({ name, seconds: before.center, change: ratio }));
  const said = absoluteWords(timed) ?? largestWords(timed, ratioText);
  return said === null ? [] : [said];
}

/** Counts the changes of other units that go both ways, which the mean of the claim hides. */
function mixedWords(units: readonly BenchmarkUnit[], lead: string): string[] {
  return [...new Set(units.map(({ unit }) => unit))].filter((unit) => unit !== lead).flatMap((unit) => {
    const tables = units.filter((one) => one.unit === unit);
    const signs = new Set(tables.flatMap(changesIn).filter(({ ratio }) => Math.abs(ratio) >= MUCH)
      .map(({ ratio }) => Math.sign(ratio)));
    const text = signs.size > 1 ? leadText(unit, tables) : null;
    return text === null ? [] : [`${text}.`];
  });
}

/** Names the only benchmark of several whose bytes changed, because a mean of all hides it, unless it was told. */
function countedRows(units: readonly BenchmarkUnit[], told: string): string[] {
  return units.filter(({ unit, rows }) => unit === 'B/op' && rows.length > 1).flatMap((table) => {
    const [only, ...others] = changesIn(table);
    return only === undefined || others.length > 0 || Math.abs(only.ratio) < MIN_COUNTED
      || told.includes(`${only.name} `) ? []
      : [`${unitName(table.unit)} changed only in ${only.name}: ${ratioText(only.ratio)} (${
        betweenText(only, table.unit)}).`];
  });
}

/** Returns a name as it stands within a sentence; acronyms and units stay as they are. */
const inSentence = (name: string): string =>
  (/^\p{Lu}\p{Ll}/u.test(name) ? `${name.slice(0, 1).toLowerCase()}${name.slice(1)}` : name);

/** Returns the geometric mean of one table in which more than one benchmark changed. */
function meanWords([only, ...more]: readonly BenchmarkUnit[], changed: number): string[] {
  if (only === undefined) return [];
  const { ratio, omitted } = steadyMean(only);
  const mean = omitted === 0 ? only.geomeans[1]?.deltaRatio ?? null : ratio;
  const isOne = only.rows.length < 2 + omitted;
  return mean === null || more.length > 0 || isOne || changed === 1 ? []
    : [`The geometric mean of ${inSentence(unitName(only.unit))}${omitted === 0 ? '' : ` without the ${omitted} noisy`
    } is ${ratioText(mean)}.`];
}

/** Names the benchmarks whose runs on a side differ much. */
function noiseWords(tables: readonly BenchmarkUnit[], columns: readonly string[]): string[] {
  return columns.flatMap((column, at) => {
    const noisy = tables.flatMap(({ rows }) => rows.flatMap(({ name, cells }) => {
      const cell = cells[at] ?? null;
      const spread = cell === null ? null : spreadOf(cell);
      return spread === null || spread < NOISY ? [] : [{ name, spread }];
    }));
    return noisy.length === 0 ? [] : [`Runs in ${column} differ much: ${noisyNames(noisy)}.`];
  });
}
