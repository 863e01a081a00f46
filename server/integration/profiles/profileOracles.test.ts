/** Every number that `go tool pprof` gave for the profiles of testdata, asked of the running program. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiffTopTable, ProfileInfo, TopTable } from '../../../core/contract/contract.ts';
import { differences, profileBytes, readOracles, type Oracle } from '../../testdata/profiles/oracles.ts';
import { readTextOracles, type TextOracle } from '../../testdata/profiles/textOracles.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
let scope: Tsdbscope;
const ids = new Map<string, Promise<string>>();

beforeAll(async () => { scope = await startTsdbscope(['http://127.0.0.1:1'], dataDir); });
afterAll(async () => {
  await scope.stop();
  remove();
});

function idOf(file: string): Promise<string> {
  const known = ids.get(file) ?? upload(file);
  ids.set(file, known);
  return known;
}

/** Under a name that says nothing of its kind, which the reference does not look at either. */
async function upload(file: string): Promise<string> {
  const answer = await scope.fetch(
    `/api/v1/profiles?name=oracle-${ids.size}`, { method: 'POST', body: new Uint8Array(profileBytes(file)) }
  );
  const { data, error } = (await answer.json()) as { data: ProfileInfo[]; error?: string };
  if (error !== undefined) throw new Error(`${file}: ${error}`);
  return data[0]?.id ?? '';
}

function parameters(question: object): string {
  return Object.entries(question).map(([key, value]) => `&${key}=${encodeURIComponent(String(value))}`).join('');
}

async function askedRows({ files, base, question, normalize }: Oracle): Promise<Oracle['rows']> {
  const after = (await Promise.all(files.map(idOf))).join(',');
  if (base === null && files.length === 1) {
    const { rows } = await scope.get<TopTable>(`/profiles/${after}/top?limit=0${parameters(question)}`);
    return new Map(rows.map(({ function: name, flat, cum }) => [name, { flat, cum }]));
  }
  // Several files without a base are added up by the reference; here that is a side of a diff, read without its other
  // side.
  const before = base === null ? after : await idOf(base);
  const sides = `before=${before}&after=${after}&normalize=${normalize ? 'total' : 'sum'}`;
  const { rows } = await scope.get<DiffTopTable>(`/diff/top?limit=0&${sides}${parameters(question)}`);
  return new Map(rows.flatMap(({ function: name, flat, cum }) => {
    const [own, all] = base === null ? [flat.after, cum.after] : [flat.delta, cum.delta];
    return own === 0 && all === 0 ? [] : [[name, { flat: own, cum: all }] as const];
  }));
}

async function askedText({ report, file, before, query }: TextOracle): Promise<string> {
  const id = await idOf(file);
  const view = report === 'peek' ? 'callers' : report;
  const path = before === undefined
    ? `/profiles/${id}/${view}?` : `/diff/${view}?before=${await idOf(before)}&after=${id}`;
  const answer = await scope.fetch(`/api/v1${path}&format=text${parameters(query)}`);
  return answer.text();
}

const oracles = [...readOracles(), ...readOracles(profileBytes('optionOracles.tsv.gz'))];
const texts = readTextOracles();

describe('the API gives the numbers of go tool pprof', () => {
  it('for every kind of table', () => {
    expect(oracles.length).toBeGreaterThan(300);
    expect(texts.length).toBeGreaterThan(200);
    const names = [...oracles, ...texts].map(({ name }) => name);
    for (
      const part of [
        '.top.', '.diff_base.', '.base.', 'normalize', 'focus', 'ignore', 'hide', 'tagfocus', 'malformed/valid-',
        'recordings/', '.traces', '.tags', 'drop_negative', 'tagroot', 'tagleaf', 'side', 'noinlines.diff', '.paths',
      ]
    ) {
      expect(names.some((name) => name.includes(part)), part).toBe(true);
    }
  });

  it.each(oracles.map((oracle) => [oracle.name, oracle] as const))('%s', async (_name, oracle) => {
    expect(differences(oracle, await askedRows(oracle))).toEqual([]);
  });
});

describe('the API prints, as text, what go tool pprof prints', () => {
  it.each(texts.map((oracle) => [oracle.name, oracle] as const))('%s', async (_name, oracle) => {
    expect(await askedText(oracle)).toBe(oracle.text);
  });
});
