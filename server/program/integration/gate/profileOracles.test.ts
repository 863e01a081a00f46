/**
 * Routes pass each parameter on: a sample of what `go tool pprof` gave for the profiles of testdata. The unit tests of
 * profile/ hold all of it against the functions behind the routes.
 */
import { expect, it } from 'vitest';
import type { DiffTopTable, ProfileInfo, TopTable } from '../../../../core/contract/contract.ts';
import { differences, profileBytes, readOracles, type Oracle } from '../../../../testdata/profiles/oracles.ts';
import { readTextOracles, type TextOracle } from '../../../../testdata/profiles/textOracles.ts';
import { demo } from './sharedDemo.ts';

/** One at least for each parameter and each number of sides and files. */
const TABLES = [
  'filters/labels.tagfocus', 'filters/labels.tagignore', 'filters/seed-before.focus-and-ignore',
  'filters/seed-before.noinlines', 'filters/seed-before.show', 'filters/two-sources',
  'groups/1-against-2.diff_base.cpu', 'made/show_from.hide', 'made/two-against-one.normalize', 'option06.files.paths',
  'side00.labels.cpu.cpu', 'side02.labels.cpu.cpu', 'side03.labels.cpu.samples', 'side04.after.cpu.cpu',
  'side06.after.cpu.cpu', 'side07.after.cpu.cpu', 'side08.after.cpu.cpu', 'side09.after.cpu.cpu',
];
const TEXTS = [
  'edge/live-heap.uncompressed.tags', 'filters/seed-before.prune_from', 'foreign/node.heap.traces',
  'goprofiles/labels.diff_base.drop_negative.cpu', 'tagroot/labels.both',
];

const ids = new Map<string, Promise<string>>();

function idOf(file: string): Promise<string> {
  const known = ids.get(file) ?? upload(file);
  ids.set(file, known);
  return known;
}

/** Under a name that says nothing of its kind, which the reference does not look at either. */
async function upload(file: string): Promise<string> {
  const answer = await demo.fetch(
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
    const { rows } = await demo.get<TopTable>(`/profiles/${after}/top?limit=0${parameters(question)}`);
    return new Map(rows.map(({ function: name, flat, cum }) => [name, { flat, cum }]));
  }
  // Several files without a base are added up by the reference; here that is a side of a diff, read without its other
  // side.
  const before = base === null ? after : await idOf(base);
  const sides = `before=${before}&after=${after}&normalize=${normalize ? 'total' : 'sum'}`;
  const { rows } = await demo.get<DiffTopTable>(`/diff/top?limit=0&${sides}${parameters(question)}`);
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
  const answer = await demo.fetch(`/api/v1${path}&format=text${parameters(query)}`);
  return answer.text();
}

const oracles = [...readOracles(), ...readOracles(profileBytes('optionOracles.tsv.gz'))];
const texts = readTextOracles();
const tablesAsked = oracles.filter(({ name }) => TABLES.includes(name));
const textsAsked = texts.filter(({ name }) => TEXTS.includes(name));

function shapesOf(tables: readonly Oracle[], reports: readonly TextOracle[]): Set<string> {
  return new Set([
    ...tables.flatMap(({ question, files, base, normalize }) =>
      [...Object.keys(question), `${files.length > 1 ? 'files' : 'file'} ${base !== null} ${normalize}`]),
    ...reports.flatMap(({ report, before, query }) =>
      [...Object.keys(query), `${report} ${before !== undefined}`]),
  ]);
}

it('the sample has each parameter and form of the oracles', () => {
  expect(shapesOf(tablesAsked, textsAsked)).toEqual(shapesOf(oracles, texts));
});

it.each(tablesAsked.map((oracle) => [oracle.name, oracle] as const))(
  '%s has the numbers of go tool pprof', async (_name, oracle) => {
    expect(differences(oracle, await askedRows(oracle))).toEqual([]);
  }
);

it.each(textsAsked.map((oracle) => [oracle.name, oracle] as const))(
  '%s is the text of go tool pprof', async (_name, oracle) => {
    expect(await askedText(oracle)).toBe(oracle.text);
  }
);
