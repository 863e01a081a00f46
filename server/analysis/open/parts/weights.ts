/** Ranks the blocks of a text, to tell the heaviest first. Pure. */
import type { Recognized } from '../look/recognized.ts';
import { CRASHED, ERROR, FULL_USE, GAVE_UP, gravityOf, HANGS, isQuiet, KILLED, WARNING } from './gravity.ts';

/** The kinds of facts of a block, the lightest first. */
export const WEIGHTS = [
  'context', 'healthy', 'inventory', 'measure', 'comparison', 'warning', 'full use', 'error', 'failed work',
  'full disk', 'refusal', 'crash', 'kill', 'down',
] as const;
type Weight = (typeof WEIGHTS)[number];

/** Formats that say how the server of another output was started. */
const CONTEXTS: ReadonlySet<string> = new Set([
  'program-version', 'program-help', 'server-flags', 'prometheus-settings', 'prometheus-config', 'resources',
  'systemd-unit', 'compose', 'kubernetes-yaml', 'prometheus-rules',
]);
/** Lists of what there is, by which a text is named only if it has nothing else. */
const INVENTORIES: ReadonlySet<string> = new Set([
  'kubectl-pods', 'pod-list', 'kubectl-nodes', 'docker-ps', 'crictl-ps', 'folder-list',
]);
/** Lists of what a TSDB has, and counts beside a profile: more than that a start was checked, less than any figure. */
const LISTS: ReadonlySet<string> = new Set([
  'tsdb-list', 'tsdb-status', 'bucket-inspect', 'tree', 'du', 'grafana-health', 'holmes', 'text-threadcreate',
]);
/** Notifications: what a log beside them shows is what they are about. */
const NOTICES: ReadonlySet<string> = new Set([
  'alert', 'grafana-alert', 'alert-webhook', 'grafana-alert-webhook', 'alert-name', 'alert-table', 'alert-series',
  'pagerduty-alert', 'opsgenie-alert', 'escaped-alerts',
]);
const COMPARISONS: ReadonlySet<string> = new Set(['benchstat', 'hyperfine', 'pprof-diff']);

/** Facts that say more than their gravity, the heaviest first; each matches sentences that the fact readers write. */
const BY_FACTS: readonly (readonly [Weight, RegExp])[] = [
  ['down', new RegExp([
    /\b[1-9]\d{0,6} of them down\b/, /\b[Tt]he target \S.{0,300}? (?:is|was) down\b/,
    /\b[Tt]he alert \S.{0,240}? was firing\b/, /\bup was 0 for \S/,
  ].map(({ source }) => source).join('|'))],
  ['refusal', /\brejects its configuration\b|^The configuration \S{1,200} is rejected\b/],
  ['full disk', new RegExp([
    /\bbecame read-only\b|\bin read-only mode\b/, /\bno space left on device\b/,
    /\bdisk is (?:almost |nearly )?full\b/,
  ].map(({ source }) => source).join('|'))],
  ['failed work', /^The health check failed\b|^It failed: /],
  ['comparison', /^Its two runs took: .{1,300} times as (?:fast|long)/],
  ['healthy', /^It is a part of a start: /],
];
const BY_GRAVITY: Readonly<Record<number, Weight>> = {
  [KILLED]: 'kill', [CRASHED]: 'crash', [GAVE_UP]: 'refusal', [HANGS]: 'failed work', [ERROR]: 'error',
  [FULL_USE]: 'full use', [WARNING]: 'warning',
};

const rank = (weight: Weight): number => WEIGHTS.indexOf(weight);

type Facts = Pick<Recognized, 'format' | 'interest'>;

/** Returns what a block tells: the heaviest of its facts, else what its form is. */
export function weightOf({ format, interest }: Facts): Weight {
  if (interest === null || isQuiet(interest)) return CONTEXTS.has(format) ? 'context' : 'healthy';
  if (NOTICES.has(format)) return 'warning';
  const byFacts = BY_FACTS.flatMap(([weight, pattern]): Weight[] => (pattern.test(interest) ? [weight] : []));
  const byGravity = BY_GRAVITY[gravityOf(interest)];
  const [heaviest] = [...byFacts, ...byGravity === undefined ? [] : [byGravity]]
    .sort((a, b) => rank(b) - rank(a));
  if (heaviest !== undefined) return heaviest;
  if (/-error$/.test(format)) return 'error';
  return CONTEXTS.has(format) ? 'context' : INVENTORIES.has(format) || LISTS.has(format) ? 'inventory'
    : COMPARISONS.has(format) ? 'comparison' : 'measure';
}

/** Returns a number that is larger the heavier the facts are. */
export const weigh = (facts: Facts): number => rank(weightOf(facts));
export const isAtLeast = (facts: Facts, weight: Weight): boolean => weigh(facts) >= rank(weight);

/** Whether it only lists what there is. */
export const isInventory = ({ format }: Facts): boolean => INVENTORIES.has(format);
export const isContext = ({ format }: Facts): boolean => CONTEXTS.has(format);
