import { expect, it } from 'vitest';
import type { Side } from '../../../core/profile/sideFilters.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { readTextOracles, type TextOracle } from '../../../testdata/profiles/textOracles.ts';
import type { Profile } from '../decode/profile.ts';
import { preparedProfile } from '../prepare/preparedProfile.ts';
import { signedProfile } from '../query/difference.ts';
import { pairOf } from '../query/pair.ts';
import { textReport, type TextQuestion } from './textReports.ts';

const oracles = readTextOracles();

function questionOf({ query }: TextOracle): TextQuestion {
  const numbers = ['nodecount', 'nodefraction', 'edgefraction'].flatMap(
    (key) => (query[key] === undefined ? [] : [[key, Number(query[key])] as const])
  );
  const flags = ['noinlines', 'drop_negative'].map((key) => [key, query[key] === 'true'] as const);
  return { ...query, ...Object.fromEntries<number | boolean>([...numbers, ...flags]), rules: [] };
}

async function printed(oracle: TextOracle): Promise<string> {
  const question = questionOf(oracle);
  const prepared = async (file: string, side: Side | null): Promise<Profile> =>
    unwrap(preparedProfile(await loadProfile(file), question, side));
  if (oracle.before === undefined)
    return unwrap(textReport(oracle.report, await prepared(oracle.file, null), question));
  const [before, after] = [await prepared(oracle.before, 'before'), await prepared(oracle.file, 'after')];
  const pair = unwrap(pairOf([{ profile: before }], [{ profile: after }], question.sampleType, 'sum'));
  const base = oracle.query['base'] === 'base' ? 'base' : 'diff_base';
  const sampleType = pair.combined.sampleTypes[pair.type]?.type ?? '';
  return unwrap(textReport(oracle.report, signedProfile(pair, base), { ...question, sampleType }));
}

it('there is a report of every kind', () => {
  expect(oracles.length).toBeGreaterThan(200);
  for (const part of ['.top-', '.diff_base.', '.base.', '.traces', '.tags', 'drop_negative', 'tagroot', 'tagleaf']) {
    expect(oracles.some(({ name }) => name.includes(part)), part).toBe(true);
  }
});

it.each(oracles.map((oracle) => [oracle.name, oracle] as const))(
  '%s is printed as go tool pprof prints it', async (_name, oracle) => {
    expect(await printed(oracle)).toBe(oracle.text);
  }
);
