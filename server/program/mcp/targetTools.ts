/** Target tools: targets, findings, panels; captures and notes, which write. */
import { Type as T } from 'typebox';
import { PANEL_NAMES } from '../../../core/panels.ts';
import type { PanelName, SpikeTrain } from '../../../core/contract/contract.ts';
import { costText, everyText, otherCosts, trainName } from '../../../core/text/trainWords.ts';
import { bytesOf, findingOf, PICTURE, TARGET, tool, WINDOW, type Tool } from './tool.ts';

const PANEL = T.Unsafe<PanelName>({ type: 'string', enum: PANEL_NAMES, description: 'One panel of the page.' });
const CAPTURES = [
  'cpu', 'heap', 'allocs', 'goroutine', 'goroutineleak', 'mutex', 'block', 'threadcreate',
] as const;
const MAX_SECONDS = 60;
const MAX_MAKERS = 10;

/**
 * Returns rule groups and scrape jobs that cause CPU spikes, with the cost of one evaluation or scrape (95 % interval).
 */
function makersOf(trains: readonly SpikeTrain[]): Record<string, unknown>[] {
  return trains.filter(({ verdict }) => verdict === 'named').slice(0, MAX_MAKERS).map((train) => ({
    name: trainName(train), every: everyText(train), spikes: train.spikes, cost: costText(train),
    besides: otherCosts(train),
  }));
}

export const TARGET_TOOLS: readonly Tool[] = [
  tool({
    name: 'list_targets',
    description: 'The time-series databases and recordings that tsdbscope knows: name, kind, version, state.',
    input: {},
    run: async ({ api, page }) => {
      const targets = await api.get('/targets', {});
      return {
        data: {
          targets: targets.map(({ name, kind, version, state, lastScrape, recorded }) => ({
            name, kind, version, state, error: lastScrape?.error ?? undefined,
            ...(recorded === null ? {} : { recordedFrom: isoOf(recorded.start), recordedTo: isoOf(recorded.end) }),
          })),
        },
        link: page('/', {}),
      };
    },
  }),
  tool({
    name: 'findings',
    description: 'What tsdbscope says about a target in a window of time, worst first: sentences with their evidence.',
    input: { target: TARGET, ...WINDOW },
    run: async ({ api, page }, { target, ...window }) => {
      const findings = await api.get('/targets/{target}/findings', { path: { target }, query: window });
      return {
        data: { findings: findings.map((one) => ({ panel: one.panel, ...findingOf(one) })) },
        link: page('/', { target, ...window }),
      };
    },
  }),
  tool({
    name: 'panel',
    description: 'One panel of a target: its sentence, its figures with their intervals (low, high), what is missing.',
    input: { target: TARGET, panel: PANEL, ...WINDOW, picture: PICTURE },
    run: async ({ api, page }, { target, panel, picture, ...window }) => {
      const asked = { path: { target }, query: window };
      // Every panel has the fields read here.
      const answer = await api.get(`/targets/{target}/panels/${panel}` as '/targets/{target}/panels/gc-cpu', asked);
      const { range, finding, figures, missing } = answer;
      const makers = panel === 'gc-cpu' ? makersOf(answer.spikes.trains ?? []) : [];
      return {
        data: {
          from: isoOf(range.start), to: isoOf(range.end), finding: findingOf(finding),
          figures: figures.map(({ name, value, low, high, unit, note }) => ({ name, value, low, high, unit, note })),
          missing: missing.map(({ names, costs, remedy }) => ({ names, costs, remedy })),
          ...(makers.length === 0 ? {} : { makersOfSpikes: makers }),
        },
        link: page(`/${panel}`, { target, ...window }),
        ...(picture === true ? { picture: await bytesOf(api.getPlain('/targets/{target}/panels/{panel}.png', {
          path: { target, panel }, query: window,
        })) } : {}),
      };
    },
  }),
  tool({
    name: 'capture_profile',
    description: 'Captures a profile of a live target now. It costs the target CPU for the time it runs.',
    input: {
      target: TARGET, kind: T.Unsafe<(typeof CAPTURES)[number]>({ type: 'string', enum: CAPTURES }),
      seconds: T.Optional(T.Integer({ minimum: 0, maximum: MAX_SECONDS, description: 'Of cpu: 10 by default.' })),
    },
    writes: true,
    run: async ({ api, page }, { target, ...json }) => {
      const { capture } = await api.post('/targets/{target}/captures', { path: { target }, json });
      return { data: { id: capture.id, state: capture.state }, link: page('/profiles', { target }) };
    },
  }),
  tool({
    name: 'add_note',
    description: 'Puts a note on the time axis of a target, for everybody who looks at it.',
    input: {
      target: TARGET, text: T.String({ maxLength: 4000 }),
      time: T.Number({ minimum: 0, description: 'Unix seconds.' }),
    },
    writes: true,
    run: async ({ api, page }, { target, ...json }) => {
      const { id } = await api.post('/targets/{target}/notes', { path: { target }, json });
      return { data: { id }, link: page('/', { target, note: id }) };
    },
  }),
];

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
