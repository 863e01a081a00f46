/** Notes and the postmortem of the demo, over HTTP, with the program killed between. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CompactionPanel, Figure, Note, PanelFinding, PanelName, Target,
} from '../../../core/contract/contract.ts';
import { formatValue } from '../../../core/text/format.ts';
import { demoOpened, eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
const NOTES = '/targets/demo-incident/notes';
const EXPECTED = join(import.meta.dirname, '..', '..', '..', 'testdata', 'postmortem', 'demo-incident.md');
let scope: Tsdbscope;
let start: number;

async function send(
  method: string, path: string, body?: unknown
): Promise<{ status: number; data: Note; error: string }> {
  const answer = await scope.fetch(
    `/api/v1${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  );
  const { data, error } = await answer.json() as { data: Note; error: string };
  return { status: answer.status, data, error };
}

/** With the server's log too, which is opened last and sharpens the compactions. */
async function opened(): Promise<Tsdbscope> {
  const started = await startTsdbscope(['--demo'], dataDir);
  await demoOpened(started);
  await eventually(
    'the log of the demo', 60_000, () => started.get<CompactionPanel>('/targets/demo-incident/panels/compaction'),
    ({ compactions }) => compactions.some(({ level }) => level !== null)
  );
  return started;
}

beforeAll(async () => {
  scope = await opened();
  const target = (await scope.get<Target[]>('/targets')).find(({ name }) => name === 'demo-incident');
  start = Math.floor(target?.recorded?.start ?? 0);
}, 120_000);
afterAll(async () => {
  await scope.stop();
  remove();
});

describe('notes over HTTP', () => {
  it('are put, listed by window, changed by revision, removed and brought back', async () => {
    const made = await send(
      'POST', NOTES, { time: start + 300, endTime: start + 360, text: 'Quota <b>lowered</b> | by hand', author: 'Ann' }
    );
    expect(made).toMatchObject({ status: 201, data: { time: start + 300, endTime: start + 360, revision: 1 } });
    const one = `${NOTES}/${made.data.id}`;
    expect(await scope.get<Note[]>(`${NOTES}?start=${start + 350}&end=${start + 400}`)).toEqual([made.data]);
    expect(await scope.get<Note[]>(`${NOTES}?start=${start + 361}&end=${start + 400}`)).toEqual([]);
    expect(await send('PATCH', one, { revision: 1, text: 'Quota lowered' }))
      .toMatchObject({ status: 200, data: { text: 'Quota lowered', revision: 2, author: 'Ann' } });
    const late = await send('PATCH', one, { revision: 1, text: 'mine' });
    expect(late.status).toBe(409);
    expect(late.error).toContain('changed meanwhile');
    expect((await send('DELETE', `${one}?revision=1`)).status).toBe(409);
    expect(await send('DELETE', `${one}?revision=2`)).toMatchObject({ status: 200, data: { revision: 2 } });
    expect(await scope.get<Note[]>(NOTES)).toEqual([]);
    expect(await send('POST', `${one}/restore`))
      .toMatchObject({ status: 200, data: { text: 'Quota lowered', revision: 3 } });
  });

  it('are there after the program was killed', async () => {
    const before = await scope.get<Note[]>(NOTES);
    expect(before).toHaveLength(1);
    await scope.kill9();
    scope = await opened();
    expect(await scope.get<Note[]>(NOTES)).toEqual(before);
  }, 120_000);
});

/**
 * What of the text no estimate moves: title, head, timeline, headings; what is estimated is held against the panels
 * instead.
 */
function frame(text: string): string {
  const blocks = text.replaceAll(scope.url, 'http://tsdbscope').split('\n\n');
  const kept = blocks.filter((block) => ['#', '| time |', '|  |'].some((start) => block.startsWith(start)));
  return `${kept.join('\n\n').replace(/(\| (?:warning|critical): [^|\n]+\|)[^\n]*/g, '$1 … |')}\n`;
}

describe('the postmortem of the demo', () => {
  const window = (): string => `start=${start}&end=${start + 1200}`;
  const text = async (method = 'GET'): Promise<string> =>
    (await scope.fetch(`/api/v1/targets/demo-incident/postmortem.md?${window()}`, { method })).text();

  it('is as the stored one in title, head and timeline, the note in it', async () => {
    await expect(frame(await text())).toMatchFileSnapshot(EXPECTED);
  });

  it('has the findings and figures of the panels, each as the panel answers it', async () => {
    const markdown = (await text()).replaceAll('\\', '');
    const findings = await scope.get<PanelFinding[]>(`/targets/demo-incident/findings?${window()}`);
    expect(findings.length).toBeGreaterThan(4);
    for (const { sentence } of findings) expect(markdown).toContain(sentence);
    let figures = 0;
    for (const panel of ['gc-cpu', 'compaction', 'memory', 'scrapes'] satisfies PanelName[]) {
      const answer = await scope.get<{ figures: Figure[] }>(`/targets/demo-incident/panels/${panel}?${window()}`);
      for (const { name, value, unit } of answer.figures.filter((figure) => figure.value !== null)) {
        expect(markdown).toContain(`| ${name} | ${formatValue(value, unit, 'utc')} |`);
        figures += 1;
      }
    }
    expect(figures).toBeGreaterThan(50);
  });

  it('by POST has pictures that are kept, and each of them opens', async () => {
    const images = [
      ...(await text('POST')).matchAll(/!\[[^\]]*\]\((http[^)]+\/embed\/[^)]+\.png)\)/g)
    ].map(([, url]) => url ?? '');
    expect(images.length).toBeGreaterThan(3);
    const picture = await fetch(images[0] ?? '');
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toContain('image/png');
  });
});
