/**
 * Finds the known issues that a server shows: its version is affected, its flags fit, and a symptom is present. A
 * version alone never matches. Pure.
 */
import type { ProfileStack } from '../../../core/contract/terms/goroutines.ts';
import { parseDurationMs } from '../../../core/text/durations.ts';
import type { Evidence, KnownIssue, LoggedPanic, Symptom, SymptomStack } from './knownIssueTypes.ts';
import { matches } from './patterns.ts';
// Written from the YAML of table/ by scripts/knownIssues.mjs.
import compiled from './knownIssues.json?raw';

let table: readonly KnownIssue[] | null = null;

/** Returns one expression for every function that a symptom needs; other stacks of a profile need not be read. */
export function functionsOfSymptoms(): string {
  const patterns = knownIssues().flatMap(({ symptoms }) => symptoms.flatMap(({ stacks = [] }) => stacks))
    .flatMap(({ functions }) => functions.slice(0, 1));
  return [...new Set(patterns)].join('|');
}

/** Returns the table, read once. A test checks it against its schema. */
export function knownIssues(): readonly KnownIssue[] {
  return table ??= JSON.parse(compiled) as KnownIssue[];
}

/** Returns the matching issues with the severity and confidence of their strongest matching symptom. */
export function matchKnownIssues(evidence: Evidence, issues: readonly KnownIssue[] = knownIssues()): KnownIssue[] {
  return issues.flatMap((issue) => {
    const { kinds, symptoms } = issue;
    const fits = kinds.includes(evidence.kind) && isAffected(versionFor(issue, evidence), issue)
      && hasFlags(evidence, issue);
    const shown = fits ? symptoms.filter((symptom) => holds(symptom, evidence)) : [];
    const [first] = shown;
    if (first === undefined) return [];
    const { confidence, severity } = shown.find((one) => one.confidence === undefined) ?? first;
    return confidence === undefined && severity === undefined ? [issue]
      : [{ ...issue, confidence: confidence ?? issue.confidence, severity: severity ?? issue.severity }];
  });
}

/** Returns the stacks of the evidence that match the issue's symptoms. */
export function stacksOf({ symptoms }: KnownIssue, evidence: Evidence): ProfileStack[] {
  const wanted = symptoms.flatMap(({ stacks = [] }) => stacks);
  return (evidence.stacks ?? []).filter((stack) => wanted.some((one) => fits(one, stack, evidence)));
}

/** Returns the version that the issue refers to, the server's or that of its Go; `""` if unknown. */
export function versionFor(
  { project }: Pick<KnownIssue, 'project'>, { version, goVersion = '' }: Pick<Evidence, 'version' | 'goVersion'>
): string {
  if (project !== 'go') return version;
  // Up to 1.20, the first release of a line has only two numbers.
  const [, minor, patch = '.0'] = /^(?:go)?(1\.\d{1,4})(\.\d{1,4})?(?![\w.])/.exec(goVersion) ?? [];
  return minor === undefined ? '' : `${minor}${patch}`;
}

type Numbers = readonly [major: number, minor: number, patch: number];

/**
 * Parses `2.42.0+ds` or `v3.1.0`; null for anything but a release, because a build in between may or may not have a
 * fix. As a Go module, Prometheus 3.13.2 is 0.313.2.
 */
export function releaseOf(version: string): Numbers | null {
  const match = /^v?(\d{1,4})\.(\d{1,4})\.(\d{1,4})(?![\d.]|-(?:rc|alpha|beta))/.exec(version);
  if (match === null) return null;
  const [major, minor, patch] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return major === 0 && minor >= 300 ? [Math.floor(minor / 100), minor % 100, patch] : [major, minor, patch];
}

function compare(a: Numbers, b: Numbers): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Reports whether the version is older than each fix in its own release line or in the newest. */
export function isAffected(version: string, { since, fixed }: Pick<KnownIssue, 'since' | 'fixed'>): boolean {
  const own = releaseOf(version);
  if (own === null) return false;
  const first = since === null ? null : releaseOf(since);
  if (first !== null && compare(own, first) < 0) return false;
  const fixes = fixed.map(releaseOf);
  return !fixes.some((fix, i) => {
    if (fix === null || compare(own, fix) < 0) return false;
    return i === fixes.length - 1 || (own[0] === fix[0] && own[1] === fix[1]);
  });
}

/** Returns the next version with the fix, in its own release line if that got it. */
export function nextFix(version: string, { fixed }: Pick<KnownIssue, 'fixed'>): string | null {
  const own = releaseOf(version);
  return fixed.find((one) => {
    const fix = releaseOf(one);
    return own !== null && fix !== null && compare(own, fix) < 0;
  }) ?? null;
}

function hasFlags({ flags = {} }: Evidence, { flags: needed = {} }: KnownIssue): boolean {
  return Object.entries(needed).every(([name, pattern]) => matches(pattern, flags[name] ?? ''));
}

function holds(symptom: Symptom, evidence: Evidence): boolean {
  const { outOfOrder, finding, log, stacks, panic, negative, gogcPercent } = symptom;
  // Accepting out-of-order samples is not a symptom by itself.
  return [finding, log, stacks, panic, negative, gogcPercent].some((one) => one !== undefined)
    && (panic === undefined || evidence.panics?.some((one) => isPanic(panic, one)) === true)
    && (negative === undefined || evidence.negative?.includes(negative) === true)
    && (finding === undefined || evidence.findings?.some(({ code }) => code === finding) === true)
    && (log === undefined || evidence.logLines?.some((line) => matches(log, line)) === true)
    && (stacks === undefined
      || stacks.every((one) => evidence.stacks?.some((stack) => fits(one, stack, evidence)) === true))
    && (gogcPercent === undefined || evidence.gogcPercent === gogcPercent)
    && (outOfOrder === undefined || evidence.outOfOrder === outOfOrder);
}

/** Tolerance for the interval between two polls and two scrapes. */
const SLACK_MS = 10_000;

function fits(
  { functions, minShare = 0, minWaitMinutes = 0, longerThanFlag, withoutFlag, isOpen }: SymptomStack,
  stack: ProfileStack, { flags = {} }: Evidence
): boolean {
  const { share, waitMinutes = 0 } = stack;
  const limitMs = longerThanFlag === undefined ? 0 : parseDurationMs(flags[longerThanFlag] ?? '') ?? Infinity;
  return share >= minShare && waitMinutes >= minWaitMinutes && (isOpen !== true || stack.isOpen === true)
    && (longerThanFlag === undefined || (limitMs > 0 && 60_000 * waitMinutes > limitMs + SLACK_MS))
    && (withoutFlag === undefined || flags[withoutFlag] === undefined)
    && functions.every((pattern) => stack.functions.some((name) => matches(pattern, name)));
}

/** Functions of Go's standard library, which are above the faulty one in the stack. */
const OF_GO = /^(?:runtime|panic|reflect|sync|unsafe|internal|sort|slices|strings|bytes|errors)(?:[./]|$)/;

function isPanic(
  { message, functions: [innermost = '', ...others] }: NonNullable<Symptom['panic']>, found: LoggedPanic
): boolean {
  if (message !== undefined && !matches(message, found.message)) return false;
  const own = found.functions.find((name) => !OF_GO.test(name));
  // Bugs of Go itself show in Go's own functions.
  const first = innermost.startsWith('runtime') ? found.functions.some((name) => matches(innermost, name))
    : own !== undefined && matches(innermost, own);
  return first && others.every((pattern) => found.functions.some((name) => matches(pattern, name)));
}
