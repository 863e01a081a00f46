/** Reads oracles.tsv.gz (see README.md) and compares one of its tables with ours. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { combine } from '../../server/profile/query/combine.ts';
import { decode } from '../../server/profile/decode/decode.ts';
import { diffTop } from '../../server/profile/diff/diff.ts';
import { pairOf } from '../../server/profile/query/pair.ts';
import type { Profile } from '../../server/profile/decode/profile.ts';
import type { Question } from '../../server/profile/query/question.ts';
import { preparedProfile } from '../../server/profile/prepare/preparedProfile.ts';
import { top } from '../../server/profile/query/top.ts';
import type { Result } from '../../core/result.ts';
import type { Side } from '../../core/profile/sideFilters.ts';

export interface Oracle {
  name: string;
  question: Question;
  files: string[];
  base: string | null;
  normalize: boolean;
  /** The reference left rows out; ours may be more. */
  part: boolean;
  rows: Map<string, { flat: number; cum: number }>;
}

const FOLDER = new URL('.', import.meta.url);

export function profileBytes(file: string, folder = FOLDER): Uint8Array {
  return readFileSync(new URL(file, folder));
}

const decoded = new Map<string, Promise<Profile>>();

export function loadProfile(file: string): Promise<Profile> {
  let profile = decoded.get(file);
  if (profile === undefined) {
    profile = decode(profileBytes(file)).then((result) => unwrap(result).profile);
    decoded.set(file, profile);
  }
  return profile;
}

export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.errorType}: ${result.error.message}`);
  return result.value;
}

export function readOracles(bytes = profileBytes('oracles.tsv.gz')): Oracle[] {
  const oracles: Oracle[] = [];
  for (const line of gunzipSync(bytes).toString('utf8').trimEnd().split('\n')) {
    const [first = '', second = '', third = ''] = line.split('\t');
    if (first.startsWith('#')) {
      const { files, base = null, normalize = false, part = false, ...question } = JSON.parse(second) as
        Question & { files: string[]; base?: string; normalize?: boolean; part?: boolean };
      oracles.push({ name: first.slice(1), question, files, base, normalize, part, rows: new Map() });
    } else oracles.at(-1)?.rows.set(first, { flat: Number(second), cum: Number(third) });
  }
  return oracles;
}

/** What of our rows is not equal to the unit, at most three things; empty when all is. */
export function differences(oracle: Oracle, ours: Oracle['rows']): string[] {
  const wrong: string[] = [];
  for (const [name, want] of oracle.rows) {
    const got = ours.get(name);
    if (got?.flat !== want.flat || got.cum !== want.cum)
      wrong.push(`${name}: want ${JSON.stringify(want)}, got ${JSON.stringify(got)}`);
  }
  if (!oracle.part && ours.size !== oracle.rows.size) wrong.push(`want ${oracle.rows.size} rows, got ${ours.size}`);
  return wrong.slice(0, 3);
}

/** As the pure code has them. */
export async function ourRows(oracle: Oracle): Promise<Oracle['rows']> {
  const { question } = oracle;
  const prepared = async (file: string, side: Side | null): Promise<Profile> =>
    unwrap(preparedProfile(await loadProfile(file), question, side));
  const profiles = await Promise.all(oracle.files.map((file) => prepared(file, oracle.base === null ? null : 'after')));
  if (oracle.base === null) {
    const [only] = profiles;
    const profile = profiles.length === 1 && only !== undefined ? only : combine(profiles).profile;
    return new Map(
      unwrap(top(profile, question)).rows.map(({ function: name, flat, cum }) => [name, { flat, cum }])
    );
  }
  const base = await prepared(oracle.base, 'before');
  const after = profiles.map((profile) => ({ profile }));
  const pair = unwrap(
    pairOf([{ profile: base }], after, question.sampleType, oracle.normalize ? 'total' : 'sum')
  );
  return new Map(unwrap(diffTop(pair, question)).rows.flatMap(({ function: name, flat, cum }) =>
    flat.delta === 0 && cum.delta === 0 ? [] : [[name, { flat: flat.delta, cum: cum.delta }] as const]));
}
