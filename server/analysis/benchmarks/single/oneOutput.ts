/** Summarizes one output of benchmarks: what its names compare, else its results, or the slowest and the fastest. */
import type { BenchmarkReport, BenchmarkUnit, Part } from '../../../../core/contract/contract.ts';
import { counted, formatBytes, formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import { parts } from '../../../../core/text/parts.ts';
import { unitName } from '../../../../core/views/benchmarks/benchClaim.ts';
import { comparedSlot, GOMAXPROCS, slotKeys, type Slot } from './nameSlots.ts';
import { NO_WORK_SECONDS, noiseOf } from './noise.ts';
import { geomean, rangeText, rangeWords } from './ratioWords.ts';
import { sizeGrowth } from './sizeGrowth.ts';
import { sameMetrics, slowerProcs } from './slowerProcs.ts';
import { testedSides } from './testedSides.ts';
import { LEADS, valueText } from './values.ts';

interface Row { name: string; value: number; runs: number; samples: readonly number[] }
interface Of { unit: string; rows: Row[] }

/** Number of results that are listed one by one; of outputs of `time`, each is a case that somebody measured. */
const MAX_LISTED = 5;
const MAX_CASES = 12;
/** Number of sides that a claim names. */
const MAX_SIDES = 3;
/** Runs that a test needs. */
const MIN_RUNS = 4;
/** Runs from which the range of all of them is a 95 % confidence interval of their median. */
const FOR_INTERVAL = 6;
/** Smaller differences in bytes and allocations are told as one limit. */
const SMALL_RATIO = 0.01;
const MORE_IS_BETTER: ReadonlySet<string> = new Set(['B/s']);

/** `passed`: seconds that `go test` reports for its packages; `order`: the names of the results as they ran. */
export interface Run { passed: number | null; order: readonly string[] }

/** Returns the claim on one output and its evidence. */
export function oneOutput(
  units: readonly BenchmarkUnit[], config: BenchmarkReport['config'], { passed, order }: Run
): [claim: Part[], evidence: Part[][]] {
  const all = byUnit(units);
  const lead = LEADS.map((name) => all.find(({ unit }) => unit === name)).find((one) => one !== undefined) ?? all[0];
  if (lead === undefined || lead.rows.length === 0)
    return [parts`There is nothing to compare one output with.`, []];
  const said = nothingMeasured(all) ?? timesOf(all) ?? comparedInGroups(units, lead.unit, order)
    ?? resultsOf(lead, all);
  const [machine, system, kind] = ['cpu', 'goos', 'goarch'].map((key) => onlyValue(config, key));
  const names = lead.rows.map(({ name }) => name);
  const noise = said.isEmpty === true ? null : noiseOf(lead.rows);
  const keys = lead.unit === 'sec' || comparedSlot(names) !== null ? [] : slotKeys(names);
  const fast = said.isEmpty === true ? null : tooFast(all);
  const growth = said.isEmpty === true ? null : sizeGrowth(lead.rows, lead.unit);
  const [claim, next] = fast?.isMost === true ? [fast.words, [said.claim]]
    : [said.claim, fast === null ? [] : [fast.words]];
  return [claim, [
    ...next, ...[growth, noise].flatMap((one) => (one === null ? [] : [parts`${one}`])), ...said.evidence,
    ...(said.isEmpty === true ? [] : [runsOf(lead)]),
    ...(passed === null || said.isTested === true ? [] : [parts`go test took ${formatSeconds(passed)} in all, ${
      'which is no measure of speed: it depends on -benchtime.'}`]),
    ...(machine === undefined || machine === '' ? []
      : [parts`It ran on ${machine}${system === '' ? '' : ` (${[system, kind].join('/')})`}.`]),
    ...(keys.length < 2 ? [] : [parts`Its names vary by ${keys.join(', ')}, so there are several ways to compare.`]),
  ]];
}

/** Returns the value of a configuration line if there is one for all results, else `""`. */
function onlyValue(config: BenchmarkReport['config'], key: string): string {
  const values = config.filter((one) => one.key === key).flatMap((one) => one.values.flat());
  return values.length === 1 ? values[0] ?? '' : '';
}

/** Returns the seconds of the lines `ok  package  1.2s`; null without one. */
export function passedSeconds(text: string): number | null {
  const found = [...text.matchAll(/^[ \t]*ok[ \t]+\S{1,300}[ \t]+([\d.]{1,15})s\b/gm)].map(([, took]) => Number(took));
  const sum = found.reduce((total, took) => total + took, 0);
  return found.length === 0 || !Number.isFinite(sum) ? null : sum;
}

/** Joins the tables of a unit, which are separate for each configuration; several packages may have one name. */
function byUnit(units: readonly BenchmarkUnit[]): Of[] {
  const all = new Map<string, (Row & { pkg: string })[]>();
  for (const { unit, rows, config } of units) {
    const own = all.get(unit) ?? [];
    all.set(unit, own);
    const pkg = config['pkg']?.split('/').at(-1) ?? '';
    for (const { name, cells } of rows) {
      const cell = cells[0];
      if (cell === null || cell === undefined) continue;
      own.push({ name, pkg, value: cell.center, runs: cell.n, samples: cell.samples });
    }
  }
  return [...all].map(([unit, rows]) => ({
    unit, rows: rows.map(({ name, pkg, ...row }) => ({
      ...row, name: rows.some((other) => other.name === name && other.pkg !== pkg) ? `${pkg}.${name}` : name,
    })),
  }));
}

/** `isEmpty`: no result is a measurement; `isTested`: its sides are distinguished by a test. */
interface Said { claim: Part[]; evidence: Part[][]; isEmpty?: boolean; isTested?: boolean }

/** Less is not reached by any number of cores. */
const NO_SECONDS = 0.2e-12;
const NO_WORK = 'its loop does not run b.N times, or the compiler removed what it calls';

/** Returns the time per operation of each benchmark; 0 has kept its unit ns/op. */
const secondsOf = (all: readonly Of[]): { name: string; seconds: number }[] =>
  all.filter(({ unit }) => /^(?:sec|ns)\/op$/.test(unit)).flatMap(({ unit, rows }) =>
    rows.map(({ name, value }) => ({ name, seconds: unit === 'ns/op' ? value * 1e-9 : value })));

/** Says that no benchmark of the output did anything; null if one did. */
function nothingMeasured(all: readonly Of[]): Said | null {
  const rows = secondsOf(all);
  const [first] = rows;
  if (first === undefined || rows.some(({ seconds }) => seconds >= NO_SECONDS || seconds < 0)) return null;
  const others = rows.length === 1 ? '' : ` and ${counted(rows.length - 1, 'other')}`;
  return {
    claim: parts`${`${first.name}${others}`} measured nothing (${
      first.seconds === 0 ? '0 ns/op' : valueText(first.seconds, 'sec/op')}): ${NO_WORK}.`,
    evidence: [parts`Use for b.Loop() (from Go 1.24 on), or a loop over b.N whose result is kept, and run it again.`],
    isEmpty: true,
  };
}

/** Names the results of less than a few cycles of a CPU, which are the matter if they are half of all or more. */
function tooFast(all: readonly Of[]): { words: Part[]; isMost: boolean } | null {
  const rows = secondsOf(all);
  const fast = rows.filter(({ seconds }) => seconds < NO_WORK_SECONDS && seconds >= 0);
  const [first] = fast;
  if (first === undefined) return null;
  const which = fast.length === 1 ? first.name : `${first.name} and ${counted(fast.length - 1, 'other')}`;
  const words = parts`${which}: below 1 ns per operation no work is measured. Unless it runs in parallel, ${
    NO_WORK}, or it only returns a value.`;
  return { words, isMost: 2 * fast.length >= rows.length };
}

/** Describes outputs of `time`, which are one benchmark. */
function timesOf(all: readonly Of[]): Said | null {
  const value = (name: string): number | null => all.find(({ unit }) => unit === name)?.rows[0]?.value ?? null;
  const [wall, cpu, memory] = [value('sec'), value('user+sys-sec'), value('peak-RSS-bytes')];
  const runs = all.find(({ unit }) => unit === 'sec')?.rows[0]?.runs ?? 0;
  const isOne = all.every(({ rows }) => rows.length < 2);
  if (wall === null || !isOne || all.some(({ unit }) => unit === 'sec/op')) return null;
  const took = runs === 1 ? 'It took' : `The median of ${runs} runs is`;
  const cores = cpu === null || wall <= 0 ? null : cpu / wall;
  return {
    claim: parts`${took} ${formatSeconds(wall)}${cpu === null ? '' : `, with ${formatSeconds(cpu)} of CPU`}${
      memory === null ? '' : ` and at most ${formatBytes(memory)} resident`}.`,
    evidence: cores === null ? [] : [parts`It kept ${formatNumber(cores)} cores busy.`],
  };
}

const MAX_GROUPS = 3;

/** Compares within each machine and package, never across them; null if none of them has sides. */
function comparedInGroups(
  units: readonly BenchmarkUnit[], leadUnit: string, order: readonly string[]
): Said | null {
  const tables = units.filter(({ unit }) => unit === leadUnit);
  const differing = [...new Set(tables.flatMap(({ config }) => Object.keys(config)))]
    .filter((key) => new Set(tables.map(({ config }) => config[key])).size > 1);
  const groups = tables.flatMap(({ config }) => {
    const all = byUnit(units.filter((one) => JSON.stringify(one.config) === JSON.stringify(config)));
    const lead = all.find(({ unit }) => unit === leadUnit);
    const said = lead === undefined ? null : comparedBy(lead, all, order);
    const label = differing.map((key) => config[key] ?? '').filter((value) => value !== '').join(', ');
    return said === null ? [] : [{ said, label }];
  });
  const [first, ...others] = groups;
  if (first === undefined) return null;
  if (tables.length === 1) return first.said;
  return {
    claim: labeled(first),
    ...(first.said.isTested === true ? { isTested: true } : {}),
    evidence: [...first.said.evidence, ...others.slice(0, MAX_GROUPS - 1).map(labeled)],
  };
}

const labeled = ({ said, label }: { said: Said; label: string }): Part[] =>
  (label === '' ? said.claim : [...parts`${label}: `, ...said.claim]);

/** Compares the values of the part by which names differ; null if none or several do. */
function comparedBy(lead: Of, all: readonly Of[], order: readonly string[]): Said | null {
  const slot = comparedSlot(lead.rows.map(({ name }) => name));
  if (slot === null) return null;
  const tested = testedSides(lead, slot, order);
  if (tested !== null) return {
    claim: parts`${tested.claim}`, isTested: true,
    evidence: [
      ...tested.evidence.map((one) => parts`${one}`), ...countsOf(all, lead, slot),
      ...all.some(({ unit }) => unit === 'allocs/op') || lead.unit !== 'sec/op' ? []
        : [parts`It has no allocations: add -benchmem to see them.`],
    ],
  };
  const [base = '', ...others] = slot.values;
  const changes = others.flatMap((side) => {
    const ratios = ratiosOf(lead, slot, [base, side]);
    return ratios.length === 0 ? [] : [{
      side, mean: geomean(ratios), least: Math.min(...ratios), most: Math.max(...ratios), count: ratios.length,
    }];
  });
  if (changes.length === 0) return null;
  const by = [...changes].sort((a, b) => a.mean - b.mean);
  const told = changes.length <= MAX_SIDES ? changes : [by[0], by.at(-1)].filter((one) => one !== undefined);
  const key = slot.key === '' ? '' : `${slot.key}: `;
  const words = told.map(({ side, ...range }) => `${side} ${rangeWords(range, lead.unit)}`);
  const rows = changes[0]?.count ?? 0;
  const claim = `${key}${words.join(', ')}, against ${base}${rows === 1 ? '' : `, in ${rows} benchmarks`}.`;
  const values = slot.values.map((side) => `${side} ${valuesText(valuesOf(lead, slot, side), lead.unit)}`).join(', ');
  const areSettings = slot.key === GOMAXPROCS && lead.unit === 'sec/op';
  const meaning = areSettings ? [slowerProcs(base, changes, all), sameMetrics(all, lead.unit)] : [];
  const [why, same] = meaning.map((one) => (one === null ? [] : [parts`${one}`]));
  const evidence = [
    ...why ?? [], parts`${unitName(lead.unit)}: ${values}.`, ...same ?? [], ...countsOf(all, lead, slot),
  ];
  return { claim: parts`${claim}`, evidence };
}

/** Describes the bytes and allocations of the sides that a unit compares. */
function countsOf(all: readonly Of[], lead: Of, slot: Slot): Part[][] {
  const counts = all.filter(({ unit }) => unit !== lead.unit && /^(?:B|allocs)\/op$/.test(unit));
  const zero = counts.filter(({ rows }) => rows.every(({ value }) => value === 0)).map(({ unit }) => unit);
  return [
    ...counts.filter(({ unit }) => !zero.includes(unit)).map((one) => otherUnit(one, slot)),
    ...zero.length === 0 ? [] : [parts`${zero.join(' and ')} ${zero.length === 1 ? 'is' : 'are'} 0 everywhere.`],
  ];
}

/** Describes bytes or allocations of the same sides. */
function otherUnit(of: Of, slot: Slot): Part[] {
  const [base = '', ...others] = slot.values;
  const said = others.flatMap((side) => {
    const ratios = ratiosOf(of, slot, [base, side]);
    return ratios.length === 0 ? [] : [{ side, least: Math.min(...ratios), most: Math.max(...ratios) }];
  });
  if (said.length === 0) {
    const values = slot.values.map((side) => `${side} ${valuesText(valuesOf(of, slot, side), of.unit)}`);
    return parts`${of.unit}: ${values.join(', ')}.`;
  }
  if (said.every(({ least, most }) => least === 1 && most === 1)) return parts`${of.unit} is the same.`;
  const largest = Math.max(...said.flatMap(({ least, most }) => [Math.abs(least - 1), Math.abs(most - 1)]));
  if (largest < SMALL_RATIO) return parts`${of.unit} differs by at most ${formatNumber(100 * largest)} %.`;
  const changes = said.slice(0, MAX_SIDES).map(({ side, ...range }) => `${side} ${rangeText(range)}`);
  return parts`${of.unit}: ${changes.join(', ')}.`;
}

/** Returns the ratio of a side to the base for each benchmark that has both. */
function ratiosOf({ rows }: Of, slot: Slot, [base, side]: readonly [string, string]): number[] {
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return slot.rows.flatMap((row) => {
    const ratio = (values.get(row.get(side) ?? '') ?? NaN) / (values.get(row.get(base) ?? '') ?? NaN);
    return ratio > 0 && Number.isFinite(ratio) ? [ratio] : [];
  });
}

function valuesOf({ rows }: Of, slot: Slot, side: string): number[] {
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return slot.rows.flatMap((row) => {
    const value = values.get(row.get(side) ?? '') ?? NaN;
    return value > 0 ? [value] : [];
  });
}

/** Returns the value, or the smallest and the largest: a mean of several benchmarks is the time of none. */
function valuesText(values: readonly number[], unit: string): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => valueText(value, unit));
  return values.length === 0 ? '0' : least === most ? least ?? '' : `${least} to ${most}`;
}

/** Lists the results if they are few, else names the slowest and the fastest. */
function resultsOf(lead: Of, all: readonly Of[]): Said {
  const { unit, rows } = lead;
  const sorted = [...rows].sort((a, b) => (MORE_IS_BETTER.has(unit) ? b.value - a.value : a.value - b.value));
  const [fastest, slowest] = [sorted[0], sorted.at(-1)];
  const text = (value: number): string => valueText(value, unit);
  if (fastest === undefined || slowest === undefined) return { claim: parts`It has no result.`, evidence: [] };
  const others = (name: string): string => all.filter((one) => /^(?:B|allocs)\/op$/.test(one.unit))
    .flatMap((one) => one.rows.filter((row) => row.name === name).slice(0, 1)
      .map(({ value }) => `, ${valueText(value, one.unit)}`)).join('');
  if (rows.length === 1)
    return { claim: parts`${fastest.name}: ${text(fastest.value)}${others(fastest.name)}.`, evidence: [] };
  const working = unit === 'sec/op' ? sorted.find(({ value }) => value >= NO_WORK_SECONDS) ?? fastest : fastest;
  const [last, first] = LEADS.includes(unit) ? ['slowest', 'fastest'] : ['highest', 'lowest'];
  const what = unit === 'sec' ? 'cases' : 'benchmarks';
  const claim = parts`${String(rows.length)} ${what}, from ${text(fastest.value)} to ${text(slowest.value)}.`;
  return {
    claim,
    evidence: rows.length <= (unit === 'sec' ? MAX_CASES : MAX_LISTED)
      ? rows.map(({ name, value }) => parts`${name}: ${text(value)}${others(name)}.`)
      : [
        parts`The ${last ?? ''}: ${slowest.name}, ${text(slowest.value)}${others(slowest.name)}.`,
        parts`The ${first ?? ''}: ${working.name}, ${text(working.value)}${others(working.name)}.`,
      ],
  };
}

function runsOf({ rows }: Of): Part[] {
  const [least, most] = [Math.min(...rows.map(({ runs }) => runs)), Math.max(...rows.map(({ runs }) => runs))];
  if (most === 1) return parts`One run each: how much of a difference is noise is unknown.`;
  const runs = least === most ? `${most} runs` : `${least} to ${most} runs`;
  return least < MIN_RUNS ? parts`It has ${runs} of each, too few for a test.`
    : least < FOR_INTERVAL ? parts`It has ${runs} of each; a 95 % confidence interval of a median needs ${
      String(FOR_INTERVAL)}.` : parts`It has ${runs} of each.`;
}
