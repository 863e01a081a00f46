/** Tests that no panel's sentence names an internal field or role, or a part that the server does not have. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { PanelByName } from '../../../core/contract/contract.ts';
import type { TargetKind } from '../../../core/contract/terms/targetKind.ts';
import { NO_INPUTS } from '../../../core/panels.ts';
import type { Role, RoleWindow } from '../../data/metrics/roleNames.ts';
import { roleWindow } from '../../data/metrics/roles.ts';
import { ROLE_TABLE } from '../../data/metrics/roleTable.ts';
import { handMadeWindow } from '../../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../../testdata/loadRecording.ts';
import { analysePanels } from './analyses.ts';
import { findFindings } from './overview/findings.ts';

const START = 1_800_000_000;
/** Matches names in camel case that are not internal. */
const OF_THE_FIELD = /\b(?:failureThreshold|periodSeconds|allowedPercent)\b/g;
const OUR_NAME = /\b[a-z]{2,}(?:[A-Z][a-z0-9]*)+\b/;

/** Returns every text of a value that a reader may see: sentences, and the text of parts. */
function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return key === 'text' || value.includes(' ') ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, key));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, name));
}

function panelsOf(window: RoleWindow): PanelByName {
  return analysePanels(window, {
    stepMs: null, facts: {}, nowMs: window.endMs, intervalSeconds: 1, timeoutSeconds: 1, inputs: NO_INPUTS,
  });
}

function saidOf(panels: PanelByName, window: RoleWindow): string[] {
  return [...new Set(textsOf({ panels, findings: findFindings(panels, window, true) }))];
}

const ours = (texts: readonly string[]): string[] =>
  texts.filter((text) => OUR_NAME.test(text.replaceAll(/test_\w+/g, '').replaceAll(OF_THE_FIELD, '')));

const file = (name: string): string => fileURLToPath(new URL(`../../../testdata/recordings/${name}`, import.meta.url));
const RECORDED: [string, string, TargetKind, string][] = [
  ...Object.entries(recordings).map(
    ([name, path]): [string, string, TargetKind, string] => [name, path, 'prometheus', '2.42.0']
  ),
  ['freeze', file('prom-2.42-freeze.ndjson.gz'), 'prometheus', '2.42.0'],
  ['storm', file('prom-2.42-storm.ndjson.gz'), 'prometheus', '2.42.0'],
  ['runtime', file('prom-3.15-runtime.ndjson.gz'), 'prometheus', '3.15.0'],
  ['VictoriaMetrics', file('vm-1.79-queries.ndjson.gz'), 'victoriametrics', '1.79.5'],
];

it.each(RECORDED)('the recording %s', (_name, path, kind, version) => {
  const window = roleWindow(loadRecording(path), kind, version);
  const texts = saidOf(panelsOf(window), window);
  expect(texts.length).toBeGreaterThan(20);
  expect(ours(texts)).toEqual([]);
});

/** Returns five minutes in which each metric of the server is constant, rises or falls, to cause every trouble. */
function everything(kind: TargetKind, version: string, shape: (second: number) => number): RoleWindow {
  const seconds = Array.from({ length: 300 }, (_, second) => second);
  const empty = handMadeWindow({ kind, roles: {} });
  const server = roleWindow({ ...empty, series: [] }, kind, version);
  const roles = Object.fromEntries(
    (Object.keys(ROLE_TABLE) as Role[]).filter((role) => server.expectedNames(role).length > 0).map((role) => [
      role, seconds.map((second) => (/StartSeconds|lastGc|TimeSeconds$/.test(role) ? START : 0) + shape(second)),
    ])
  );
  return { ...handMadeWindow({ kind, startMs: START * 1000, roles }), version };
}

/** Matches parts that do not exist there. Texts on the replay and slow scrapes are about metrics from elsewhere. */
const NOT_THERE = /\bWAL\b|\bhead\b|(?<!no )block range/;
/** Names in the API that are the same for all. */
const NAMES = ['Series in the head'];
const hasNoHead = (kind: TargetKind, version: string): boolean =>
  kind === 'victoriametrics' || kind === 'go' || version === '1.8.2';
const SERVERS: [TargetKind, string][] = [
  ['prometheus', '1.8.2'], ['prometheus', '2.42.0'], ['prometheus-agent', '2.45.0'], ['victoriametrics', '1.79.5'],
  ['thanos', '0.32.0'], ['go', ''],
];

describe.each(SERVERS)('a server of kind %s %s', (kind, version) => {
  it.each([
    ['no metrics', () => ({ ...handMadeWindow({ kind, roles: {} }), version })],
    ['all rising', () => everything(kind, version, (second) => second)],
    ['all falling back each minute', () => everything(kind, version, (second) => second % 60)],
  ])('%s', (_what, window) => {
    const panels = panelsOf(window());
    expect(ours(saidOf(panels, window()))).toEqual([]);
    if (!hasNoHead(kind, version)) return;
    const { figures, keepingUp, finding } = panels.compaction;
    const texts = textsOf([figures, keepingUp, finding, panels.memory, panels['gc-cpu']]);
    expect(texts.filter((text) => NOT_THERE.test(text) && !NAMES.includes(text))).toEqual([]);
  });
});
