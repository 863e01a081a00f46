/** Summarizes one output of benchmarks: what its names compare, else its results, or the slowest and the fastest. */
import type { BenchmarkReport, BenchmarkUnit, Part } from '../../../../core/contract/contract.ts';
import { formatBytes, formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import { parts } from '../../../../core/text/parts.ts';
import { unitName } from '../../../../core/views/benchmarks/benchClaim.ts';
import { comparedSlot, slotKeys, type Slot } from './nameSlots.ts';

interface Row { name: string; value: number; runs: number }
interface Of { unit: string; rows: Row[] }

/** Number of results that are listed one by one. */
const MAX_LISTED = 5;
/** Number of sides that a claim names. */
const MAX_SIDES = 3;
/** Runs that a test needs. */
const MIN_RUNS = 4;
/** Smaller differences in means are not worth a word. */
const SAME_RATIO = 0.005;
/** Times first, because they are what a benchmark is run for. */
const LEADS = ['sec/op', 'sec', 'B/s'];
const MORE_IS_BETTER: ReadonlySet<string> = new Set(['B/s']);

/** Returns the claim on one output and its evidence. `passed`: seconds that `go test` reports for its packages. */
export function oneOutput(
  units: readonly BenchmarkUnit[], config: BenchmarkReport['config'], passed: number | null
): [claim: Part[], evidence: Part[][]] {
  const all = byUnit(units);
  const lead = LEADS.map((name) => all.find(({ unit }) => unit === name)).find((one) => one !== undefined) ?? all[0];
  if (lead === undefined || lead.rows.length === 0)
    return [parts`There is nothing to compare one output with.`, []];
  const said = timesOf(all) ?? comparedBy(lead, all) ?? resultsOf(lead, all);
  const [machine, system, kind] = ['cpu', 'goos', 'goarch'].map((key) => onlyValue(config, key));
  const names = lead.rows.map(({ name }) => name);
  const keys = lead.unit === 'sec' || comparedSlot(names) !== null ? [] : slotKeys(names);
  return [said.claim, [
    ...said.evidence, runsOf(lead),
    ...(passed === null ? [] : [parts`It passed in ${formatSeconds(passed)}.`]),
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

/** Joins the tables of a unit, which are separate for each configuration. */
function byUnit(units: readonly BenchmarkUnit[]): Of[] {
  const all = new Map<string, Row[]>();
  for (const { unit, rows } of units) {
    const own = all.get(unit) ?? [];
    all.set(unit, own);
    for (const { name, cells } of rows) {
      const cell = cells[0];
      if (cell !== null && cell !== undefined) own.push({ name, value: cell.center, runs: cell.n });
    }
  }
  return [...all].map(([unit, rows]) => ({ unit, rows }));
}

interface Said { claim: Part[]; evidence: Part[][] }

/** Describes outputs of `time`, which are one benchmark. */
function timesOf(all: readonly Of[]): Said | null {
  const value = (name: string): number | null => all.find(({ unit }) => unit === name)?.rows[0]?.value ?? null;
  const [wall, cpu, memory] = [value('sec'), value('user+sys-sec'), value('peak-RSS-bytes')];
  const runs = all.find(({ unit }) => unit === 'sec')?.rows[0]?.runs ?? 0;
  if (wall === null || all.some(({ unit }) => unit === 'sec/op')) return null;
  const took = runs === 1 ? 'It took' : `The median of ${runs} runs is`;
  const cores = cpu === null || wall <= 0 ? null : cpu / wall;
  return {
    claim: parts`${took} ${formatSeconds(wall)}${cpu === null ? '' : `, with ${formatSeconds(cpu)} of CPU`}${
      memory === null ? '' : ` and at most ${formatBytes(memory)} resident`}.`,
    evidence: cores === null ? [] : [parts`It kept ${formatNumber(cores)} cores busy.`],
  };
}

/** Compares the values of the part by which names differ; null if none or several do. */
function comparedBy(lead: Of, all: readonly Of[]): Said | null {
  const slot = comparedSlot(lead.rows.map(({ name }) => name));
  if (slot === null) return null;
  const [base = '', ...others] = slot.values;
  const changes = others.flatMap((side) => {
    const ratios = ratiosOf(lead, slot, [base, side]);
    return ratios.length === 0 ? [] : [{ side, mean: geomean(ratios), least: Math.min(...ratios),
      most: Math.max(...ratios), count: ratios.length }];
  });
  if (changes.length === 0) return null;
  const by = [...changes].sort((a, b) => a.mean - b.mean);
  const told = changes.length <= MAX_SIDES ? changes : [by[0], by.at(-1)].filter((one) => one !== undefined);
  const key = slot.key === '' ? '' : `${slot.key}: `;
  const words = told.map(({ side, mean }) => `${side} ${wordsOf(mean, lead.unit)}`);
  const claim = `${key}${words.join(', ')}, against ${base}.`;
  const rows = changes[0]?.count ?? 0;
  const of = rows === 1 ? '' : ` in the mean of ${rows} benchmarks`;
  const ranges = rows === 1 ? [] : changes.slice(0, MAX_SIDES).map(({ side, least, most, count }) =>
    parts`${side}: ${percentText(least)} to ${percentText(most)} in ${String(count)} benchmarks.`);
  const means = slot.values.map((side) => `${side} ${valueText(meanOf(lead, slot, side), lead.unit)}`).join(', ');
  const extra = all.filter(({ unit }) => unit !== lead.unit && /^(?:B|allocs)\/op$/.test(unit))
    .map((one) => otherUnit(one, slot));
  return { claim: parts`${claim}`, evidence: [parts`${unitName(lead.unit)}: ${means}${of}.`, ...ranges, ...extra] };
}

/** Describes bytes or allocations of the same sides. */
function otherUnit(of: Of, slot: Slot): Part[] {
  const [base = '', ...others] = slot.values;
  const said = others.flatMap((side) => {
    const ratios = ratiosOf(of, slot, [base, side]);
    return ratios.length === 0 ? [] : [{ side, mean: geomean(ratios) }];
  });
  if (said.length === 0) return parts`${of.unit} is 0 on a side, so it has no ratio.`;
  if (said.every(({ mean }) => Math.abs(mean - 1) < SAME_RATIO)) return parts`${of.unit} is the same.`;
  const changes = said.slice(0, MAX_SIDES).map(({ side, mean }) => `${side} ${percentText(mean)}`);
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

function meanOf({ rows }: Of, slot: Slot, side: string): number {
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return geomean(slot.rows.flatMap((row) => {
    const value = values.get(row.get(side) ?? '') ?? NaN;
    return value > 0 ? [value] : [];
  }));
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
  const [last, first] = LEADS.includes(unit) ? ['slowest', 'fastest'] : ['highest', 'lowest'];
  const claim = parts`${String(rows.length)} benchmarks, from ${text(fastest.value)} to ${text(slowest.value)}.`;
  return {
    claim,
    evidence: rows.length <= MAX_LISTED
      ? rows.map(({ name, value }) => parts`${name}: ${text(value)}${others(name)}.`)
      : [
        parts`The ${last ?? ''}: ${slowest.name}, ${text(slowest.value)}${others(slowest.name)}.`,
        parts`The ${first ?? ''}: ${fastest.name}, ${text(fastest.value)}${others(fastest.name)}.`,
      ],
  };
}

function runsOf({ rows }: Of): Part[] {
  const [least, most] = [Math.min(...rows.map(({ runs }) => runs)), Math.max(...rows.map(({ runs }) => runs))];
  if (most === 1) return parts`One run each: how much of a difference is noise is unknown.`;
  const runs = least === most ? `${most} runs` : `${least} to ${most} runs`;
  return least < MIN_RUNS ? parts`It has ${runs} of each, too few for a test.` : parts`It has ${runs} of each.`;
}

const geomean = (values: readonly number[]): number => (values.length === 0 ? NaN
  : Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length));

/** Returns `takes 51 % longer`, `takes 12 times as long`; for other units `is 51 % more`. */
function wordsOf(ratio: number, unit: string): string {
  const isTime = unit === 'sec/op' || unit === 'sec';
  if (Math.abs(ratio - 1) < SAME_RATIO) return isTime ? 'takes the same time' : 'is the same';
  if (ratio >= 2) return `${isTime ? 'takes' : 'is'} ${formatNumber(ratio)} times as ${isTime ? 'long' : 'much'}`;
  const percent = formatNumber(Math.abs(ratio - 1) * 100);
  return ratio > 1 ? `${isTime ? 'takes' : 'is'} ${percent} % ${isTime ? 'longer' : 'more'}`
    : `${isTime ? 'takes' : 'is'} ${percent} % ${isTime ? 'less time' : 'less'}`;
}

function percentText(ratio: number): string {
  if (Math.abs(ratio - 1) < SAME_RATIO) return 'the same';
  return ratio >= 3 ? `${formatNumber(ratio)} times` : `${ratio > 1 ? '+' : '−'}${
    formatNumber(Math.abs(ratio - 1) * 100)} %`;
}

function valueText(value: number, unit: string): string {
  switch (unit) {
    case 'sec/op': return `${formatSeconds(value)}/op`;
    case 'sec': return formatSeconds(value);
    case 'B/op': return `${formatBytes(value)}/op`;
    case 'B/s': return `${formatBytes(value)}/s`;
    default: return `${formatNumber(value)} ${unit === 'ns/op' ? 'ns/op' : unit}`;
  }
}
