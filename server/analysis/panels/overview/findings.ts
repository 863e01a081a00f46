/** Overview: all findings of a window's panels, alone and together, worst first. */
import type { Figure, PanelByName, PanelFinding } from '../../../../core/contract/contract.ts';
import { worstFirst } from '../../../../core/finding.ts';
import { PANEL_NAMES } from '../../../../core/panels.ts';
import { unsaid, type AlertFinding } from '../alerts/alertFindings.ts';
import { adviceFor, type Server } from '../../advice/advice.ts';
import { CAUSE_RULES } from './causeRules.ts';
import { RULES } from './findingRules.ts';
import { seriesGrowing } from './growthRule.ts';
import { cpuSpikes } from './spikeRule.ts';
import { statesOf } from './states.ts';
import { WAL_RULES } from './walRules.ts';
import { ownSteps } from './nextSteps.ts';

/**
 * Returns the finding of every panel with what to do about it, and one for each rule over several panels that holds.
 * States at the window's end come first, then the worst; of one severity causes (the rules) before symptoms, then in
 * the order of the pages. A rule without enough data gives none, so that a list of `ok` alone is an all-clear of all
 * panels and rules. `alerts` that no other finding covers come after the rules. Pure; an empty window gives five that
 * say what is missing.
 */
export function findFindings(
  answers: PanelByName, server: Server = { kind: 'unknown', version: '' }, isNow = false,
  alerts: readonly AlertFinding[] = []
): PanelFinding[] {
  const place = (one: PanelFinding): number => causePlace(answers, one.code);
  const rules = [cpuSpikes, ...CAUSE_RULES, ...RULES, ...WAL_RULES, seriesGrowing];
  const combined = rules.flatMap((rule) => rule(answers, server) ?? [])
    .map((one) => ({ ...one, actions: adviceFor(server, one.actions) }))
    .sort((a, b) => place(a) - place(b));
  const own = PANEL_NAMES.map((panel): PanelFinding => {
    const { finding, figures } = answers[panel];
    const steps = adviceFor(server, [...finding.actions, ...ownSteps(panel, answers, server)]);
    const actions = steps.filter(({ step }, i) => steps.findIndex((one) => one.step === step) === i);
    return {
      ...finding, panel, figures: Object.fromEntries(figures.map((figure) => [figureKey(figure), figure.value])),
      actions,
    };
  });
  const states = statesOf(answers, isNow);
  const ofPanel = own.filter(({ panel }) => panel === states.panel);
  const named = [...states.before, ...ofPanel, ...states.after]
    .map((one) => ({ ...one, isState: true, actions: adviceFor(server, one.actions) }));
  const others = own.filter(({ panel }) => panel !== states.panel);
  const ofAlerts = unsaid(alerts, [...named, ...combined, ...own])
    .map((one) => ({ ...one, actions: adviceFor(server, one.actions) }));
  return worstFirst([...named, ...combined, ...ofAlerts, ...others]);
}

/** Cause that a rule is about, if the Scrapes panel ranks it. */
const CAUSE_OF: Readonly<Record<string, string>> = {
  'host-memory-short': 'swap', 'host-cpu-saturated': 'host-cpu', 'host-disk-saturated': 'disk',
  'host-throttled': 'throttling',
  'fsync-slows-scrapes': 'fsync', 'queries-slow-scrapes': 'queries', 'cpu-limited': 'cpu', 'gc-slows-scrapes': 'gc',
  'compaction-spikes': 'compaction', 'compaction-slows-scrapes': 'compaction',
};
const LOSS_CODES = ['process-stood-still', 'connection-cut', 'target-restarted'];

/**
 * Returns the place: spikes of a known cause, losses with a cause of their own, causes of slow scrapes in their order,
 * the rest, and last spikes that no known event explains: a rule that names a cause says more.
 */
function causePlace({ 'gc-cpu': { spikes }, scrapes: { causes } }: PanelByName, code: string): number {
  if (code === 'cpu-spikes') return spikes.causes[0]?.cause === 'unexplained' ? causes.length + 1 : -2;
  if (LOSS_CODES.includes(code)) return -1;
  const place = causes.findIndex(({ cause }) => cause === CAUSE_OF[code]);
  return place < 0 ? causes.length : place;
}

/** Returns the key: `Block range` in seconds is `blockRangeSeconds`, `GC CPU` in cores `gcCpuCores`. */
export function figureKey({ name, unit }: Pick<Figure, 'name' | 'unit'>): string {
  const words = name.replace(/['’]s\b/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const cased = [
    ...words.map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word)),
    ...(unit === 'none' ? [] : [unit])
  ];
  return cased.map(
    (word, i) => (i === 0 ? word.slice(0, 1).toLowerCase() : word.slice(0, 1).toUpperCase()) + word.slice(1)
  ).join('');
}
