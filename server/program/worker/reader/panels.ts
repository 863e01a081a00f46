/** Reads what a panel needs from the store and runs its analysis. */
import { analyseCompactionOverlap, type HerdMember } from '../../../analysis/panels/compaction/compactionOverlap.ts';
import { findFindings } from '../../../analysis/panels/overview/findings.ts';
import { goroutineFindings } from '../../../analysis/panels/overview/goroutineFindings.ts';
import { isDrawn, targetLines } from '../../../analysis/panels/lines/targetLines.ts';
import { readAlerts } from './alerts.ts';
import { analyseHost } from '../../../analysis/panels/host/host.ts';
import { analysePanel, analysePanels, needsRole, panelWindow } from '../../../analysis/panels/analyses.ts';
import { lostSamplesFinding } from '../../../analysis/panels/overview/lostSamples.ts';
import { oneScrapeFinding } from '../../../analysis/panels/overview/oneScrape.ts';
import type {
  CompactionHerd, Finding, HostView, PanelBase, PanelByName, PanelFinding, PanelName, PanelSource,
  TargetLines, TargetSpikes,
} from '../../../../core/contract/contract.ts';
import { worstFirst } from '../../../../core/finding.ts';
import { PANEL_NAMES } from '../../../../core/panels.ts';
import { targetSpikes } from '../../../../core/targetSpikes.ts';
import type { CpuSplit, ProfileCpu } from '../../../../core/cpuLayers.ts';
import { cpuSplit } from '../../../analysis/panels/cpu-split/cpuSplit.ts';
import type { WindowPart } from '../../../data/metrics/joinWindows.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { PANEL_ROLES, roleSelectors, roleWindow } from '../../../data/metrics/roles.ts';
import { fail, ok } from '../../../../core/result.ts';
import type { Result } from '../../../../core/result.ts';
import type { PanelQuery, PanelQuestion, StoredTarget } from '../../../data/store/dataStore.ts';
import { knownIssueFindings } from '../../../analysis/knownIssues/knownIssueFindings.ts';
import type { Evidence } from '../../../analysis/knownIssues/knownIssueTypes.ts';
import type { PulseTrain } from '../../../analysis/signals/trains/pulseTrain.ts';
import { findHeadWaits } from '../../../analysis/signals/compaction/headWaits.ts';
import { withCountedWaits } from '../../../analysis/signals/goroutines/countedWaits.ts';
import { lastValue } from '../../../analysis/signals/lastValue.ts';
import { reachesNow } from '../../../analysis/signals/windowFrame.ts';
import type { SampleReader, TargetReading } from '../../../data/store/read/sampleReader.ts';
import type { ToldQuery } from '../../../data/store/recorder.ts';
import { readGroupTrains } from './groupTrains.ts';

interface ReadRoles {
  window: RoleWindow; parts: WindowPart[]; target: StoredTarget; reading: TargetReading; groupTrains: PulseTrain[];
}

/**
 * Returns the panel's own finding, or one that says that a single scrape gives no values over time, or that samples are
 * lost.
 */
function findingOf(panel: PanelName, answer: PanelBase, { window, target }: ReadRoles): Finding {
  const { recording, scrapes, lost = [] } = target;
  const missing = window.scrapes.length > 0 ? undefined
    : lost.find(({ startMs, endMs }) => startMs < window.endMs && endMs > window.startMs);
  if (missing !== undefined) return lostSamplesFinding(missing.why);
  return recording && scrapes === 1 ? oneScrapeFinding(panel, answer) : answer.finding;
}

export async function readPanel<P extends PanelName>(
  store: SampleReader, panel: P, query: PanelQuestion,
): Promise<Result<PanelByName[P]>> {
  const read = await readRoles(store, query, PANEL_ROLES.filter((role) => needsRole(panel, role)));
  if (!read.ok) return read;
  const { window, target, parts, groupTrains } = read.value;
  const answer = analysePanel(panel, window, { ...query, facts: target.facts, groupTrains });
  return ok({ ...answer, finding: findingOf(panel, answer, read.value), sources: parts.map(inSeconds) });
}

/** Returns the findings of the window's panels, alone and combined, worst first. */
export async function readFindings(store: SampleReader, query: PanelQuestion): Promise<Result<PanelFinding[]>> {
  const read = await readRoles(store, query);
  if (!read.ok) return read;
  const { window, target, reading, groupTrains } = read.value;
  const answers = analysePanels(window, { ...query, facts: target.facts, groupTrains });
  for (const panel of PANEL_NAMES) answers[panel].finding = findingOf(panel, answers[panel], read.value);
  const alerts = await readAlerts(reading, query);
  if (!alerts.ok) return alerts;
  const found = findFindings(answers, window, reachesNow(window, query.nowMs, query.intervalSeconds), alerts.value);
  const { blockRangeSeconds } = answers.compaction;
  const headWaits = findHeadWaits(window, blockRangeSeconds === null ? null : 1000 * blockRangeSeconds);
  const { goroutines, stacks } = withCountedWaits(query.inputs, headWaits);
  const waits = goroutineFindings(goroutines, answers.scrapes.restarts.map(({ time }) => time));
  const issues = knownIssueFindings({ ...evidenceOf(read.value), stacks }, [...waits, ...found]);
  return ok(worstFirst([...issues, ...waits, ...found]));
}

type SpikePanel = 'scrapes' | 'gc-cpu' | 'memory' | 'compaction';

/** Returns the spikes of the panels over the window, with the rule groups that cause them. */
export async function readSpikes(store: SampleReader, query: PanelQuestion): Promise<Result<TargetSpikes>> {
  // No spike uses histogram buckets.
  const read = await readRoles(store, query, PANEL_ROLES.filter((role) => (
    needsRole('scrapes', role) || role.startsWith('ruleGroup')
  )));
  if (!read.ok) return read;
  const { window, target, groupTrains } = read.value;
  const options = { ...query, facts: target.facts, groupTrains };
  // A panel on its page reads fewer roles.
  const answerOf = <P extends SpikePanel>(panel: P): PanelByName[P] => (
    analysePanel(panel, panelWindow(panel, window), options)
  );
  return ok(targetSpikes({
    scrapes: answerOf('scrapes'), 'gc-cpu': answerOf('gc-cpu'), memory: answerOf('memory'),
    compaction: answerOf('compaction'),
  }));
}

/** Returns evidence from the window, besides findings, for the known issues. */
function evidenceOf({ window, target }: ReadRoles): Evidence {
  const gogcPercent = lastValue(window.role('gogcPercent'));
  return {
    kind: window.kind, version: window.version, outOfOrder: window.role('wblSegmentCurrent') !== undefined,
    ...(target.facts.flags === undefined ? {} : { flags: target.facts.flags }),
    ...(gogcPercent === null ? {} : { gogcPercent }),
    negative: (lastValue(window.role('headChunks')) ?? 0) < 0 ? ['headChunks'] : [],
  };
}

/** Returns the lines of the window, without analysis. */
export async function readLines(store: SampleReader, query: PanelQuery): Promise<Result<TargetLines>> {
  const read = await readRoles(store, query, PANEL_ROLES.filter(isDrawn));
  return read.ok ? ok(targetLines(read.value.window, query.stepMs)) : read;
}

const CPU_ROLES: readonly Role[] = ['cpuSeconds', 'processStartSeconds', 'gcCycles', 'lastGcSeconds'];

/** Returns the CPU time by subsystem in the window. */
export async function readCpuSplit(
  store: SampleReader, query: PanelQuery, profiles: readonly ProfileCpu[]
): Promise<Result<CpuSplit>> {
  const read = await readRoles(store, query, CPU_ROLES);
  return read.ok ? ok(cpuSplit(read.value.window, profiles, query.stepMs)) : read;
}

/** Returns the host of the target, from its node_exporter. */
export async function readHost(store: SampleReader, query: PanelQuery): Promise<Result<HostView>> {
  const read = await readRoles(store, query, PANEL_ROLES.filter((role) => needsRole('scrapes', role)));
  return read.ok ? ok(analyseHost(read.value.window, query.stepMs)) : read;
}

/** Aligns several targets on one clock. Fails if any target cannot be read. */
export async function readHerd(store: SampleReader, queries: readonly PanelQuery[]): Promise<Result<CompactionHerd>> {
  const members: HerdMember[] = [];
  for (const query of queries) {
    const read = await readRoles(store, query, PANEL_ROLES.filter((role) => needsRole('compaction', role)));
    if (!read.ok) return read;
    members.push({ name: query.target, window: read.value.window, facts: read.value.target.facts });
  }
  return ok(analyseCompactionOverlap(members));
}

function inSeconds({ startMs, endMs, source, stepMs }: WindowPart): PanelSource {
  return { start: startMs / 1000, end: endMs / 1000, source, stepSeconds: stepMs === null ? null : stepMs / 1000 };
}

/** Adds the configured memory limit of its container to the target's own facts. */
function withLimit(target: StoredTarget, limitBytes: number | undefined): StoredTarget {
  return limitBytes === undefined ? target
    : { ...target, facts: { ...target.facts, configuredLimitBytes: limitBytes } };
}

async function readRoles(
  store: SampleReader, query: ToldQuery, roles: readonly Role[] = PANEL_ROLES
): Promise<Result<ReadRoles>> {
  if (!(query.startMs < query.endMs)) return fail('bad_data', 'The start of the range must lie before its end.');
  const asked = await store.reading(query.target, query.told);
  if (!asked.ok) return asked;
  const reading = asked.value;
  const { kind, version, programSinceMs = -Infinity } = reading.target;
  // Counters and facts of two programs must not share a window; before the change there is only the old one.
  const startMs = programSinceMs < query.endMs ? Math.max(query.startMs, programSinceMs) : query.startMs;
  const names = new Set(roleSelectors(kind, roles));
  const groups = roles.includes('ruleGroupEvaluatedSeconds') ? await readGroupTrains(reading, query)
    : ok({ isRead: () => true, others: [] });
  if (!groups.ok) return groups;
  const { isRead, others } = groups.value;
  const joined = await reading.joinedWindow(
    startMs, query.endMs, (series) => names.has(series.name) && isRead(series)
  );
  if (!joined.ok) return joined;
  const { window, parts } = joined.value;
  const target = withLimit(reading.target, query.memoryLimitBytes);
  return ok({ window: roleWindow(window, kind, version), parts, target, reading, groupTrains: others });
}
