/** Tests that a heap, in any form, names the kind of the query that holds most of it. */
import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { decodeAny } from '../../foreign/decodeAny.ts';
import { profileFacts } from '../profileFacts.ts';
import { top } from '../top.ts';

const P = 'github.com/prometheus/prometheus';
const MIB = 2 ** 20;

const record = (bytes: number, ...frames: string[]): string => [
  `9: ${bytes} [18: ${2 * bytes}] @ ${frames.map((frame) => addressOf(frame)).join(' ')}`,
  ...frames.map((frame) => `#\t${addressOf(frame)}\t${P}/${frame}+0x75\t/app/a.go:1`), '', '',
].join('\n');
const addressOf = (frame: string): string => `0x${[...frame].reduce((sum, letter) =>
  (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7).toString(16)}`;

async function told(...records: { bytes: number; text: string }[]): Promise<string> {
  const all = records.reduce((sum, { bytes }) => sum + bytes, 0);
  const count = 9 * records.length;
  const text = `heap profile: ${count}: ${all} [${2 * count}: ${2 * all}] @ heap/1048576\n${
    records.map((one) => one.text).join('')}`;
  const read = await decodeAny(new TextEncoder().encode(text));
  if (!read.ok) throw new Error(read.error.message);
  const facts = profileFacts(read.value.profile, 'heap');
  const table = top(read.value.profile, { sampleType: facts.defaultSampleType });
  if (!table.ok) throw new Error(table.error.message);
  return statements(profileFinding(table.value, { info: facts })).join(' ');
}

const of = (bytes: number, ...frames: string[]): { bytes: number; text: string } =>
  ({ bytes, text: record(bytes, ...frames) });
const EVAL = ['promql.getFPointSlice', 'promql.(*evaluator).eval'];

it('says who asks, over all stacks of queries', async () => {
  const said = await told(
    of(300 * MIB, ...EVAL, 'promql.(*evaluator).evalSubquery', 'web/api/v1.(*API).query'),
    of(300 * MIB, 'promql.expandSeries', 'promql.(*evaluator).evalSubquery', 'web/api/v1.(*API).query'),
    of(400 * MIB, 'tsdb.newMemSeries')
  );
  expect(said).toContain('is that of instant queries over the API with a subquery (evalSubquery) that ran when');
  expect(said).toContain('lengthen the step of the subquery');
});

it('is silent where something else holds most', async () => {
  const said = await told(of(300 * MIB, ...EVAL, 'rules.(*Group).Eval'), of(700 * MIB, 'tsdb.newMemSeries'));
  expect(said).not.toContain('quer');
});
