/** Words on whose code runs in a profile of JavaScript: npm packages, and those that observe the program. Pure. */
import type { Part, StackFacts, TopRow } from '../../../contract/contract.ts';
import { ownerOf } from '../../../profile/packages.ts';
import { joined, parts, profileQuantity, ratio } from '../../../text/parts.ts';
import { valueOf } from './threadClaims.ts';

/** Share of the total that the named packages have together, if no more than MAX_NAMED have it. */
const MAIN_SHARE = 0.8;
const MAX_NAMED = 4;
/** Share of the total from which code that observes the program is said to cost much. */
const MUCH = 0.1;

/** Functions without a name of their own, and those of computed names, which say nothing without their package. */
const NAMELESS = /^(?:\(anonymous\)|<anonymous>|anonymous|)$|<(?:computed|anonymous)>/;
/** Packages and modules whose work is to observe the program: its event loop, its async calls, its requests. */
const OBSERVER = new RegExp([
  '^(?:event-loop-inspector|blocked(?:-at)?|longjohn|why-is-node-running|async-hook-\\S{1,40}|@?clinic\\S{0,40}',
  '|dd-trace|newrelic|elastic-apm-node|@opentelemetry/\\S{1,80}|@sentry/\\S{1,80}|@dynatrace/\\S{1,80}|appdynamics',
  '|shimmer|require-in-the-middle|(?:node:)?(?:internal/)?(?:inspector|inspector_async_hook|trace_events))$',
].join(''));

/** Names of V8 for what is no function of the program. */
const OF_V8: Readonly<Record<string, string>> = {
  '(garbage collector)': 'garbage collection', '(program)': 'native code outside of functions',
};

/** Returns ` (event-loop-inspector)` for a function whose name says nothing; empty for others. */
export function packageMark(name: string, rows: readonly Pick<TopRow, 'function' | 'file'>[]): string {
  const file = NAMELESS.test(name) ? rows.find((row) => row.function === name)?.file ?? '' : '';
  const owner = file === '' ? '' : ownerOf(name, file);
  return owner === '' ? '' : ` (${owner})`;
}

/** Returns which packages the time is in, and what those take that observe the program; empty for other programs. */
export function packageStatements(stacks: StackFacts | undefined, total: number, unit: string): Part[][] {
  const all = stacks?.ofPackages ?? [];
  if (total <= 0 || all.length < 2) return [];
  let told = 0;
  const main = all.slice(0, MAX_NAMED).filter(({ value }) => {
    const isNamed = told < MAIN_SHARE * total;
    told += value;
    return isNamed;
  });
  const observers = all.filter(({ name }) => OBSERVER.test(name));
  const cost = valueOf(observers);
  return [
    cost < MUCH * total ? [] : parts`${joined(observers.map(({ name }) => parts`${name}`), ' and ')} only ${
      observers.length === 1 ? 'observes' : 'observe'} the program and ${observers.length === 1 ? 'takes' : 'take'} ${
      ratio(cost / total)}, ${profileQuantity(cost, unit)}, with native functions called there: run without ${
      observers.length === 1 ? 'it' : 'them'} and record again.`,
    parts`By package: ${joined(main.map(({ name, value }) =>
      parts`${OF_V8[name] ?? name} ${ratio(value / total)}`), ', ')}.`,
  ];
}
