/** Reads what a panel needs from the store and runs its analysis. */
import { analyseCompaction } from '../../panels/compaction/compaction.ts';
import type { NodeInputs } from '../../signals/host/nodeInputs.ts';
import { analyseHerd, type HerdMember } from '../../panels/compaction/compactionHerd.ts';
import { findCompactions } from '../../signals/compaction/compactionIntervals.ts';
import { findFindings } from '../../panels/overview/findings.ts';
import { analyseGcCpu } from '../../panels/gc-cpu/gcCpu.ts';
import { findGcCycles } from '../../signals/gc/gcCycles.ts';
import { analyseHost } from '../../panels/host/host.ts';
import { hostInputs } from '../../signals/host/nodeInputs.ts';
import { analyseMemory } from '../../panels/memory/memory.ts';
import { analyseScrapes } from '../../panels/scrapes/scrapes.ts';
import { analyseWalReplay } from '../../panels/wal-replay/walReplay.ts';
import { oneScrapeFinding } from '../../panels/overview/oneScrape.ts';
import type { CompactionHerd, HostView, PanelByName, PanelFinding, PanelName, PanelSource } from '../../../core/contract/contract.ts';
import type { WindowPart } from '../../metrics/joinWindows.ts';
import type { Role, RoleWindow } from '../../metrics/roleNames.ts';
import { roleSelectors, roleWindow } from '../../metrics/roles.ts';
import { ROLE_TABLE } from '../../metrics/roleTable.ts';
import { fail, ok } from '../../../core/result.ts';
import type { Result } from '../../../core/result.ts';
import type { PanelQuery, StoredTarget } from '../../store/dataStore.ts';
import type { SampleStore } from '../../store/samples/sampleStore.ts';

/** Of the surrogates and bootstraps: the same window gives the same panel. */
const SEED = 20_261_120;
/** Every role: the panels share most of them, and a series that does not change costs next to nothing to read. */
const ROLES = Object.keys(ROLE_TABLE) as Role[];

type Analysis<P extends PanelName> = (window: RoleWindow, target: StoredTarget, query: PanelQuery) => PanelByName[P];

const ANALYSES: { [P in PanelName]: Analysis<P> } = {
  'gc-cpu': (window, { facts }, { stepMs, cpuProfiles }) => analyseGcCpu(window, findCompactions(window), { stepMs, facts, seed: SEED, profiles: cpuProfiles ?? [] }),
  compaction: (window, { facts }, { stepMs, nowMs }) => analyseCompaction(window, { stepMs, facts, nowMs, ...nodeOf(window) }),
  'wal-replay': (window, { facts }, { stepMs, nowMs, earlierStarts }) => analyseWalReplay(window, { stepMs, facts, nowMs, earlier: earlierStarts ?? [] }),
  memory: (window, { facts }, { stepMs, intervalSeconds }) => analyseMemory(window, findCompactions(window), { stepMs, facts, intervalSeconds, seed: SEED }),
  scrapes: (window, { facts }, { stepMs, nowMs, timeoutSeconds, intervalSeconds }) =>
    analyseScrapes(window, findCompactions(window), findGcCycles(window).cycles, { stepMs, nowMs, timeoutSeconds, intervalSeconds, maxProcs: facts.maxProcs ?? null, jobs: facts.scrapeJobs ?? null }),
};

/** Cores times modes of the host are many series, which most panels need not read. */
const FEW_ROLES = ROLES.filter((role) => role !== 'hostCpuSeconds');

function nodeOf(window: RoleWindow): { node?: NodeInputs } {
  const node = hostInputs(window);
  return node === undefined ? {} : { node };
}

function analysed<P extends PanelName>(panel: P, window: RoleWindow, target: StoredTarget, query: PanelQuery): PanelByName[P] {
  const answer = ANALYSES[panel](window, target, query);
  return target.recording && target.scrapes === 1 ? { ...answer, finding: oneScrapeFinding(panel, answer.finding) } : answer;
}

export async function readPanel<P extends PanelName>(store: SampleStore, panel: P, query: PanelQuery): Promise<Result<PanelByName[P]>> {
  const read = await readRoles(store, query, panel === 'scrapes' ? ROLES : FEW_ROLES);
  if (!read.ok) return read;
  const { window, target, parts } = read.value;
  return ok({ ...analysed(panel, window, target, query), sources: parts.map(inSeconds) });
}

/** What the panels of the window have to say, alone and together, worst first. */
export async function readFindings(store: SampleStore, query: PanelQuery): Promise<Result<PanelFinding[]>> {
  const read = await readRoles(store, query);
  if (!read.ok) return read;
  const { window, target } = read.value;
  const answer = <P extends PanelName>(panel: P): PanelByName[P] => analysed(panel, window, target, query);
  return ok(findFindings({ 'gc-cpu': answer('gc-cpu'), compaction: answer('compaction'), 'wal-replay': answer('wal-replay'), memory: answer('memory'), scrapes: answer('scrapes') }));
}

/** The host of the target, by the node_exporter scraped beside it. */
export async function readHost(store: SampleStore, query: PanelQuery): Promise<Result<HostView>> {
  const read = await readRoles(store, query);
  return read.ok ? ok(analyseHost(read.value.window, query.stepMs)) : read;
}

/** Several targets folded on one clock. A target that cannot be read fails the whole. */
export async function readHerd(store: SampleStore, queries: readonly PanelQuery[]): Promise<Result<CompactionHerd>> {
  const members: HerdMember[] = [];
  for (const query of queries) {
    const read = await readRoles(store, query, FEW_ROLES);
    if (!read.ok) return read;
    members.push({ name: query.target, window: read.value.window, facts: read.value.target.facts });
  }
  return ok(analyseHerd(members));
}

function inSeconds({ startMs, endMs, source, stepMs }: WindowPart): PanelSource {
  return { start: startMs / 1000, end: endMs / 1000, source, stepSeconds: stepMs === null ? null : stepMs / 1000 };
}

/** The configured limit of its container stands beside what the target says of itself. */
function withLimit(target: StoredTarget, limitBytes: number | undefined): StoredTarget {
  return limitBytes === undefined ? target : { ...target, facts: { ...target.facts, configuredLimitBytes: limitBytes } };
}

async function readRoles(store: SampleStore, query: PanelQuery, roles: readonly Role[] = ROLES): Promise<Result<{ window: RoleWindow; parts: WindowPart[]; target: StoredTarget }>> {
  if (!(query.startMs < query.endMs)) return fail('bad_data', 'The start of the range must lie before its end.');
  const target = await store.target(query.target);
  if (!target.ok) return target;
  const { kind, version } = target.value;
  const names = new Set(roleSelectors(kind, roles));
  const joined = await store.joinedWindow(query.target, query.startMs, query.endMs, (series) => names.has(series.name));
  if (!joined.ok) return joined;
  const { window, parts } = joined.value;
  return ok({ window: roleWindow(window, kind, version), parts, target: withLimit(target.value, query.memoryLimitBytes) });
}
