/** Tests that the page of an opened profile leads with what the answer leads with. */
import { expect, it } from 'vitest';
import type { ProfileInfo, ProfileSaid } from '../../../../core/contract/contract.ts';
import { ok } from '../../../../core/result.ts';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { recognize } from '../../../analysis/open/recognize.ts';
import { decodeAny } from '../../../profile/foreign/decodeAny.ts';
import { profileFacts } from '../../../profile/query/profileFacts.ts';
import type { Question } from '../../../profile/query/question.ts';
import { top } from '../../../profile/query/top.ts';
import { traces } from '../../../profile/views/traces.ts';
import { countedText } from './openedGoroutines.ts';
import { openedProfiles } from './openedProfiles.ts';

interface Both { answer: string; page: string; evidence: string[]; pageOfPart: string; info: ProfileInfo }

async function both(text: string): Promise<Both> {
  const bytes = new TextEncoder().encode(text);
  const { profile } = unwrap(await decodeAny(bytes));
  const plain = { id: 'p', ...profileFacts(profile, 'x') };
  const stored: { said?: Partial<ProfileSaid> } = {};
  const deps = { profiles: {
    add: async () => Promise.resolve(ok(plain)),
    keepSaid: async (_id: string, kept: Partial<ProfileSaid>) => {
      stored.said = kept;
      return Promise.resolve();
    },
    top: async (_id: string, question: Question) => Promise.resolve(top(profile, question)),
    view: async () => Promise.resolve({ ok: false }),
  } } as unknown as Parameters<typeof openedProfiles>[0];
  const { sentence } = await openedProfiles(deps, recognize(bytes, 'x'), [{ name: 'x', title: '', bytes }]);
  const info = { ...plain, ...stored } as unknown as ProfileInfo;
  const table = unwrap(top(profile, { sampleType: plain.defaultSampleType }));
  const found = profileFinding(table, { info });
  return {
    answer: sentence, page: found.sentence, info,
    pageOfPart: profileFinding(table, { info, isFiltered: true }).sentence,
    evidence: found.evidence.map((parts) => parts.map((part) => ('text' in part ? part.text : '')).join('')),
  };
}

const STORE = 'example.com/shop/store';
const stack = (id: number, state: string, ...calls: readonly string[]): string => [
  `goroutine ${id} [${state}, 12 minutes]:`, 'sync.runtime_SemacquireMutex(0xc000aaa004?, 0x0?, 0x1?)',
  '\t/usr/local/go/src/runtime/sema.go:77 +0x25',
  ...calls.flatMap((call, i) => [`${STORE}.${call}`, `\t/src/store/file${i}.go:${10 + i} +0x4c`]), '',
].join('\n');

it('a dump of goroutines leads with the deadlock, in the answer and on its page, unless that is filtered', async () => {
  const { answer, page, evidence, pageOfPart } = await both([
    stack(71, 'sync.Mutex.Lock', '(*Account).Debit(0xc0001b2000, 0x40)', '(*Ledger).Post(0xc0009f4000, 0x1)'),
    stack(98, 'sync.RWMutex.Lock', '(*Ledger).Entry(0xc0009f4000)', '(*Account).Close(0xc0001b2000)'),
    stack(500, 'sync.RWMutex.RLock', '(*Ledger).Balance(0xc0009f4000, 0x1)', 'Serve(0xc00d0000)'),
  ].join('\n'));
  expect(page).toBe('Two goroutines seem to wait for each other (a deadlock), for 12m.');
  expect(answer).toContain(`). ${evidence.join(' ')}`);
  expect(pageOfPart).not.toContain('deadlock');
});

/** Its addresses begin with that of the function of the runtime that parks it, which is not printed. */
const counted = (count: number, ...names: readonly string[]): string => {
  const addresses = names.map((name) => `0x${(64 * [...name].reduce((sum, one) => sum + (one.codePointAt(0) ?? 0), 9))
    .toString(16)}`);
  return [`${count} @ ${['0x10', ...addresses].join(' ')}`,
    ...names.map((name, i) => `#\t${addresses[i] ?? ''}\t${name}+0x1f\t/src/a.go:${i + 1}`), '', ''].join('\n');
};

it('a count of goroutines leads with where most wait', async () => {
  const { answer, page, evidence } = await both(`goroutine profile: total 420\n${
    counted(400, 'sync.runtime_SemacquireMutex', 'sync.(*Mutex).Lock', `${STORE}.(*Ledger).Post`)}${
    counted(20, 'internal/poll.runtime_pollWait', 'net.(*conn).Read', 'net/http.(*conn).serve')}`);
  expect(page).toMatch(/^400 of 420 goroutines \(95\.2 %\) wait for the lock of store\.\(\*Ledger\): 400 in Post\.$/);
  expect(answer).toContain(`). ${[page, ...evidence].join(' ')}`);
});

it('a profile of goroutines says the same as its text form', async () => {
  const text = `goroutine profile: total 420\n${
    counted(400, 'sync.runtime_SemacquireMutex', 'sync.(*Mutex).Lock', `${STORE}.(*Ledger).Post`)}${
    counted(20, 'internal/poll.runtime_pollWait', 'net.(*conn).Read', 'net/http.(*conn).serve')}`;
  const { profile } = unwrap(await decodeAny(new TextEncoder().encode(text)));
  const printed = countedText(unwrap(traces(profile, {})));
  const said = [text, printed].map((one) => recognize(new TextEncoder().encode(one), 'x').interest);
  expect(said[0]).toMatch(/^400 of 420 goroutines \(95\.2 %\) wait for the lock of store\.\(\*Ledger\): 400 in Post/);
  expect(said[1]).toBe(said[0]);
});

const heap = (bytes: number): string => [
  `heap profile: 4: ${bytes} [8: ${2 * bytes}] @ heap/1048576`, `4: ${bytes} [8: ${2 * bytes}] @ 0x1 0x2`,
  `#\t0x1\t${STORE}.(*Ledger).Post+0x1\t/src/a.go:1`, '#\t0x2\tmain.main+0x1\t/src/a.go:2', '',
].join('\n');

it('a heap of a few MiB says that first, and a large one does not', async () => {
  const small = await both(heap(3 * 2 ** 20));
  expect(small.page).toMatch(/^The heap in use is small, [\d.]+ MiB: it shows no memory problem\.$/);
  expect(small.answer).toContain(`. ${small.page} The order of its functions means little, `);
  expect(small.pageOfPart).not.toContain('small');
  const large = await both(heap(300 * 2 ** 20));
  expect(large.page).toMatch(/^store\.\(\*Ledger\)\.Post /);
  expect(large.answer).toContain(large.page);
  expect(large.answer).not.toContain('small');
});

it('a heap whose records are cut leads with that, and says nothing of its size', async () => {
  const { answer, page, info } = await both(heap(3 * 2 ** 20).replace(/^.*/, 'heap profile: 900: 943718400 [1800: '
    + '1887436800] @ heap/1048576'));
  expect(page).toBe('Its records are not all in the text.');
  expect(answer).toContain('. Its records are not all in the text: ');
  expect(answer).not.toContain('small');
  expect(info.said?.facts).toMatchObject({ leads: true, mayBePart: false });
});
