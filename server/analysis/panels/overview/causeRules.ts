/**
 * Rules about what slows or cuts off a target from outside of its own work: a host short of memory or CPU, a slow disk,
 * heavy queries, a process standstill, a cut connection. Thresholds: docs/reference/overview.md. Codes:
 * `host-memory-short`, `host-cpu-saturated`, `host-disk-saturated`, `host-throttled`, `fsync-slows-scrapes`,
 * `queries-slow-scrapes`, `process-stood-still`, `connection-cut`, `target-restarted`.
 */
import type { Action, Confidence, Part, ScrapeCause, Severity } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { at, count, parts, percent, seconds } from '../../../../core/text/parts.ts';
import { howMany, lostTo, severityOf, type Rule } from './consequences.ts';
import {
  checkNetwork, coolHost, fewerNeighbours, findQueries, findWhatStopped, moreCpu, moreHostMemory, ownDisk,
  raiseTimeout, readLastLog,
} from '../../advice/steps.ts';

interface CauseRule {
  code: string;
  /** Claims: its effect on scrapes, and how long it held if it has no effect on them. */
  slows: string;
  held: string;
  /** Severity if no scrape is slow. */
  least: Severity;
  actions: Action[];
}

const RULES_BY_CAUSE: Readonly<Record<string, CauseRule>> = {
  swap: {
    code: 'host-memory-short', slows: 'A host short of memory slows scrapes', held: 'The host is short of memory',
    least: 'warning', actions: [moreHostMemory],
  },
  'host-cpu': {
    code: 'host-cpu-saturated', slows: 'Saturated host CPU slows scrapes', held: 'The host’s CPU is saturated',
    least: 'info', actions: [fewerNeighbours, moreCpu],
  },
  disk: {
    code: 'host-disk-saturated', slows: 'A saturated disk slows scrapes', held: 'A disk of the host is saturated',
    least: 'info', actions: [ownDisk],
  },
  throttling: {
    code: 'host-throttled', slows: 'CPU throttling slows scrapes', held: 'The host throttles its cores', least: 'info',
    actions: [coolHost],
  },
  fsync: {
    code: 'fsync-slows-scrapes', slows: 'Slow WAL fsyncs slow scrapes', held: 'WAL fsyncs are slow', least: 'info',
    actions: [ownDisk],
  },
  queries: {
    code: 'queries-slow-scrapes', slows: 'Heavy queries slow scrapes', held: 'Queries are heavy', least: 'info',
    actions: [findQueries],
  },
};

/** Rules by cause; a cause that explains no slow scrape is named for its level. */
const byCause = Object.entries(RULES_BY_CAUSE).map(([name, rule]): Rule => ({ scrapes }) => {
  const cause = scrapes.causes.find((one) => one.cause === name);
  if (cause === undefined) return null;
  const lost = lostTo(scrapes.gaps, name);
  const explains = cause.explainedRatio > 0;
  const severity = explains ? severityOf(scrapes, lost.count) : rule.least;
  return {
    ...finding({
      code: rule.code, severity: severity === 'info' ? rule.least : severity, moment: lost.time,
      // The slowing of scrapes is inferred from a coincidence; how long the condition held was measured.
      confidence: explains ? 'likely' : 'sure',
      claim: explains ? parts`${rule.slows}: ${howMany(cause)} coincide with it${lostParts(lost.count)}.`
        : parts`${rule.held} for ${percent(cause.windowRatio)} of the time.`,
      evidence: [explains ? cause.parts : [], cause.detail],
      actions: [...(lost.count > 0 ? [raiseTimeout(scrapes.timeoutSeconds)] : []), ...rule.actions],
    }),
    panel: 'scrapes', restsOn: ['scrapes'], figures: figuresOf(cause, lost.count),
  };
});

function lostParts(lost: number): Part[] | null {
  return lost === 0 ? null : parts`; ${count(lost, 'scrape')} lost`;
}

function figuresOf(cause: ScrapeCause, lost: number): Record<string, number | null> {
  return {
    slowScrapesCount: cause.overlapping, coverageRatio: cause.coverageRatio, explainedRatio: cause.explainedRatio,
    windowRatio: cause.windowRatio, scrapesLostCount: lost,
  };
}

interface LossRule {
  code: string;
  causes: string[];
  confidence: Confidence;
  claim: (start: number, length: number) => Part[];
  action: Action;
}

const LOSSES: readonly LossRule[] = [
  {
    code: 'process-stood-still', causes: ['freeze'], confidence: 'sure', action: findWhatStopped,
    claim: (start, length) => parts`The process was frozen for ${seconds(length)} from ${at(start)}`,
  },
  {
    code: 'connection-cut', causes: ['network'], confidence: 'likely', action: checkNetwork,
    claim: (start, length) => parts`The target could not be reached for ${seconds(length)} from ${at(start)}`,
  },
  {
    code: 'target-restarted', causes: ['restart', 'replay'], confidence: 'sure', action: readLastLog,
    claim: (start, length) => parts`The target restarted: no samples for ${seconds(length)} from ${at(start)}`,
  },
];

/** Rules by group of gaps that have their own cause; the longest is named. */
const byLoss = LOSSES.map(({ code, causes, confidence, claim, action }): Rule => ({ scrapes }) => {
  const mine = scrapes.gaps.filter(({ cause }) => causes.includes(cause));
  const lost = lostTo(scrapes.gaps, ...causes);
  const longest = mine.find(({ start }) => start === lost.time);
  if (longest === undefined) return null;
  const lengths = mine.reduce((sum, { start, end }) => sum + end - start, 0);
  return {
    ...finding({
      code, severity: severityOf(scrapes, lost.count), moment: longest.start, confidence,
      claim: parts`${claim(longest.start, longest.end - longest.start)}${lostParts(lost.count)}.`,
      evidence: [
        longest.parts, mine.length === 1 ? [] : parts`${count(mine.length, 'such gap')}, ${seconds(lengths)} in all.`,
      ],
      actions: [action],
    }),
    panel: 'scrapes', restsOn: ['scrapes'], figures: { gapsCount: mine.length, scrapesLostCount: lost.count },
  };
});

export const CAUSE_RULES: readonly Rule[] = [...byLoss, ...byCause];
