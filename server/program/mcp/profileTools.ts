/** Profile tools: the list, the functions of one, the difference between two. */
import { Type as T } from 'typebox';
import type { ApiClient } from '../../../core/client/apiClient.ts';
import type { Normalize } from '../../../core/contract/contract.ts';
import { firstNormalize } from '../../../core/profile/pairPace.ts';
import { bytesOf, findingOf, PICTURE, tool, type Tool } from './tool.ts';

const ID = T.String({ maxLength: 700, description: 'Id of a profile, or of a group of them joined by commas.' });
const LABELS = 'Only samples with such a label: key=value, or a range of a numeric one (RE2).';
const sideText = (description: string) => T.Optional(T.String({ maxLength: 1000, description }));
const QUESTION = {
  sampleType: T.Optional(T.String({ maxLength: 200, description: 'Default: the one the profile names.' })),
  focus: T.Optional(T.String({ maxLength: 1000, description: 'Only stacks through a function that matches (RE2).' })),
  tagfocus: sideText(LABELS),
  limit: T.Optional(T.Integer({ minimum: 1, maximum: 50, description: 'Rows; default 15.' })),
  picture: PICTURE,
};
const LIMIT = 15;
const LISTED = 30;

/** Converts a query to the page's parameters, which differ only in the sample type. */
function inAddress<Q extends { sampleType?: string }>(
  { sampleType, ...rest }: Q
): Omit<Q, 'sampleType'> & { type: string | undefined } {
  return { ...rest, type: sampleType };
}

/** Returns how two profiles are compared at first, as on the page; groups as they are. */
async function firstPaceOf(
  api: ApiClient, { before: [before, ...others], after: [after, ...more] }: { before: string[]; after: string[] }
): Promise<Normalize> {
  if (before === undefined || after === undefined || others.length + more.length > 0) return 'none';
  const [first, second] = await Promise.all(
    [before, after].map((id) => api.get('/profiles/{id}', { path: { id } }))
  );
  return first === undefined || second === undefined ? 'none' : firstNormalize(first, second);
}

export const PROFILE_TOOLS: readonly Tool[] = [
  tool({
    name: 'list_profiles',
    description: 'Profiles that tsdbscope has, newest first: id, name, kind, time. "search" narrows by name.',
    input: { search: T.Optional(T.String({ maxLength: 200 })) },
    run: async ({ api, page }, { search = '' }) => {
      const wanted = search.toLowerCase();
      const all = (await api.get('/profiles', {})).filter(({ name, id, kind }) =>
        `${name} ${kind} ${id}`.toLowerCase().includes(wanted));
      return {
        data: {
          profiles: all.slice(0, LISTED).map(({ id, name, kind, time, durationSeconds, defaultSampleType }) => ({
            id, name, kind, durationSeconds, defaultSampleType,
            ...(time === null ? {} : { time: new Date(time * 1000).toISOString() }),
          })),
          ...(all.length > LISTED ? { omitted: all.length - LISTED } : {}),
        },
        link: page('/profiles', {}),
      };
    },
  }),
  tool({
    name: 'profile_top',
    description: 'The functions of a profile with most of its value: flat (own) and cum (with what they call).',
    input: { profile: ID, ...QUESTION },
    run: async ({ api, page }, { profile: id, picture, limit = LIMIT, ...query }) => {
      const table = await api.get('/profiles/{id}/top', { path: { id }, query: { ...query, limit } });
      const { unit, sampleType, total, rows } = table;
      return {
        data: {
          unit, sampleType, total,
          rows: rows.map(({ function: name, file, flat, cum }) => ({ function: name, file, flat, cum })),
          rowsOmitted: table.rowsLeftOut,
        },
        link: page('/profiles', { profile: id, ...inAddress(query) }),
        ...(picture === true ? {
          picture: await bytesOf(api.getPlain('/profiles/{id}/flamegraph.png', { path: { id }, query })),
        } : {}),
      };
    },
  }),
  tool({
    name: 'profile_diff',
    description: 'What changed between two profiles or groups: the sentence, and the functions that changed most, each '
      + 'with its q-value (adjusted for many tests) and whether that is beyond noise ("sure").',
    input: {
      before: ID, after: ID, ...QUESTION,
      before_tagfocus: sideText('tagfocus of the before side alone.'),
      after_tagfocus: sideText('tagfocus of the after side alone.'),
      before_focus: sideText('focus of the before side alone.'),
      after_focus: sideText('focus of the after side alone.'),
      rename: T.Optional(T.String({ maxLength: 10_000, description: 'old:new, one rule a line, before the diff.' })),
      normalize: T.Optional(T.Unsafe<'none' | 'sum' | 'total' | 'duration' | 'samples-ingested'>({
        type: 'string', enum: ['none', 'sum', 'total', 'duration', 'samples-ingested'],
        description: 'Default: duration (per second) for two CPU profiles of different set times, else none.',
      })),
    },
    run: async ({ api, page }, { before, after, picture, limit = LIMIT, ...asked }) => {
      const sides = { before: before.split(','), after: after.split(',') };
      const query = { ...asked, normalize: asked.normalize ?? await firstPaceOf(api, sides) };
      const table = await api.get('/diff/top', { query: { ...sides, ...query, limit } });
      const { unit, sampleType, totals, finding, rows, comparability } = table;
      const { proposals } = await api.get('/diff/renames', { query: { ...sides, ...query } });
      return {
        data: {
          finding: findingOf(finding), unit, sampleType, normalize: query.normalize, totals,
          notComparable: comparability.differences.map(({ what, consequence }) => ({ what, consequence })),
          rows: rows.map(({ function: name, flat, cum, qValue, sure }) => (
            { function: name, flat, cum, qValue, sure }
          )),
          rowsOmitted: table.rowsLeftOut,
          perhapsRenamed: proposals.map(({ from, to, rule }) => ({ from, to, rule })),
        },
        link: page('/diff', { before, after, ...inAddress(query) }),
        ...(picture === true ? {
          picture: await bytesOf(api.getPlain('/diff/flamegraph.png', { query: { ...sides, ...query } })),
        } : {}),
      };
    },
  }),
];
