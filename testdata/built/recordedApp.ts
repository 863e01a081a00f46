/** The app as program.ts puts it together, without worker threads, over recordings that tests open: for its doors. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type {
  Embed, EmbedData, PanelFinding, PanelName, ProfileInfo, Target, TargetTrain,
} from '../../core/contract/contract.ts';
import { INCIDENT_FOLDER, MEMBERS } from '../../server/data/incident/incidentFormat.ts';
import { openLocalDataStore } from '../../server/program/worker/data/localDataStore.ts';
import { openDeps, type LiveTarget } from '../../server/program/integration/lab/depsWithoutThreads.ts';
import { createApp } from '../../server/program/api/app.ts';
import type { DataStore } from '../../server/data/store/dataStore.ts';

/** What a test may change while the app runs. */
export interface RecordedState {
  nowMs: number;
  profiles: ProfileInfo[];
  /** Of every target. */
  scrapeTrains: TargetTrain[];
}

export interface Window { target: string; start: number; end: number }
export interface Embedded { embed: EmbedData; picture: string }

export class RecordedApp {
  readonly base: string;
  readonly data: DataStore;
  readonly close: () => Promise<void>;

  private constructor(parts: Pick<RecordedApp, 'base' | 'data' | 'close'>) {
    this.base = parts.base;
    this.data = parts.data;
    this.close = parts.close;
  }

  static async open(folder: string, state: RecordedState, live: LiveTarget): Promise<RecordedApp> {
    const store = await openLocalDataStore({ dataDir: folder, retentionMs: 1e13, retentionBytes: 1e13 });
    if (!store.ok) throw new Error(store.error.message);
    const data = store.value;
    const deps = await openDeps({
      folder, data, live, now: () => state.nowMs, profiles: () => state.profiles,
      scrapeTrains: () => state.scrapeTrains,
    });
    const server = createServer(createApp(deps, folder, () => 0));
    await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
    const close = async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await data.close();
    };
    return new RecordedApp({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, data, close });
  }

  async answered<T>(path: string, body?: object): Promise<T> {
    const options = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${this.base}${path}`, options);
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${said.slice(0, 300)}`);
    const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json');
    return isJson ? JSON.parse(said) as T : said as T;
  }

  async exportedFindings(path: string): Promise<PanelFinding[]> {
    const { body } = await fetch(`${this.base}${path}`);
    const members = Readable.fromWeb(body as ReadableStream<Uint8Array>).pipe(createGunzip()).pipe(extract());
    let found: PanelFinding[] = [];
    for await (const member of members) {
      const content = await text(member);
      if (member.header.name === INCIDENT_FOLDER + MEMBERS.findings) found = JSON.parse(content) as PanelFinding[];
    }
    return found;
  }

  async embedOf(panel: PanelName, { target, start, end }: Window): Promise<Embedded> {
    const asked = { panel, target, range: { start, end } };
    const { data: made } = await this.answered<{ data: Embed }>('/api/v1/embeds', asked);
    const path = (url: string): string => new URL(url).pathname;
    return {
      embed: await this.answered<EmbedData>(`${path(made.url)}/data`),
      picture: wordsOf(await this.answered<string>(`${path(made.svgUrl)}?width=1600`)),
    };
  }

  async opened(name: string, file: string): Promise<void> {
    const imported = await this.data.importRecording(name, file);
    if (!imported.ok) throw new Error(`${name}: ${imported.error.message}`);
  }

  /** The whole of a recording, opened first. */
  async recordedWindow(target: string, file: string): Promise<Window> {
    await this.opened(target, file);
    const { data: { recorded } } = await this.answered<{ data: Target }>(`/api/v1/targets/${target}`);
    return { target, start: recorded?.start ?? 0, end: (recorded?.end ?? 0) + 0.001 };
  }
}

export const oneSpace = (said: string): string => said.replace(/\s+/g, ' ');
/** The words of an SVG, lines of a paragraph joined. */
export const wordsOf = (svg: string): string => oneSpace([...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)]
  .map(([, words]) => words).join(' ')
  .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));
