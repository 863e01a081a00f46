/** What a user keeps in tsdbscope, one after the other, each with a check whether it is still there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import type {
  Embed, EmbedData, Envelope, Note, ProfileInfo, ReplayLog, Target,
} from '../../../../../core/contract/contract.ts';
import { later, restartLog } from '../../../../../testdata/logs/replayLogs.ts';
import type { Tsdbscope } from '../tsdbscopeProcess.ts';

export interface Acknowledged {
  what: string;
  /** Position of the journal once it was answered. */
  from: number;
  /** Position when its removal was asked for; null while it was not. */
  until: number | null;
  isThere: (scope: Tsdbscope) => Promise<boolean>;
}

export const TARGET = 'prom';
const ATTEMPTS = 5;
const DEMO = join(import.meta.dirname, '..', '..', '..', '..', '..', 'public', 'demo');
const RECORDINGS = join(import.meta.dirname, '..', '..', '..', '..', '..', 'testdata', 'recordings');
const RECORDING = join(RECORDINGS, 'prom-2.42-cpulimit-start.ndjson.gz');
const profile = gunzipSync(readFileSync(join(DEMO, 'compaction.before.cpu.pb.gz')));

export class Keeper {
  readonly acknowledged: Acknowledged[] = [];
  private round = 0;

  constructor(private readonly position: () => number) {}

  /** One of each kind; every third round removes what the one before it made. */
  async keepAll(scope: Tsdbscope): Promise<void> {
    const round = this.round++;
    const made = [
      await this.note(scope, round), await this.profile(scope, round), await this.embed(scope, round % 2 === 0),
      await this.replay(scope, round),
    ];
    if (round % 2 === 0) made.push(await this.recording(scope, round));
    if (round % 3 === 2) for (const { entry, remove } of made) await this.remove(scope, entry, remove);
  }

  private async note(scope: Tsdbscope, round: number): Promise<Made> {
    const path = `/targets/${TARGET}/notes`;
    const made = await send<Note>(scope, 'POST', path, JSON.stringify({ time: 1.7e9, text: `note ${round}` }));
    const note = await send<Note>(
      scope, 'PATCH', `${path}/${made.id}`, JSON.stringify({ revision: made.revision, text: `changed ${round}` })
    );
    return this.made(
      `note ${round}`, `${path}/${note.id}?revision=${note.revision}`,
      async (other) => (await other.get<Note[]>(path)).some((one) => isDeepStrictEqual(one, note))
    );
  }

  private async profile(scope: Tsdbscope, round: number): Promise<Made> {
    // A field that pprof does not have makes it another profile.
    const bytes = gzipSync(Buffer.concat([profile, Buffer.from([0xa0, 0x06, round])]));
    const [info] = await send<ProfileInfo[]>(scope, 'POST', `/profiles?name=profile-${round}`, bytes);
    const path = `/profiles/${info?.id ?? ''}`;
    return this.made(`profile ${round}`, path, async (other) => {
      const answer = await other.fetch(`/api/v1${path}/download`);
      if (!answer.ok || (await other.get<ProfileInfo>(path)).name !== info?.name) return false;
      return gunzipSync(Buffer.from(await answer.arrayBuffer())).equals(gunzipSync(bytes));
    });
  }

  private async embed(scope: Tsdbscope, frozen: boolean): Promise<Made> {
    const asked = { panel: 'memory', target: TARGET, range: { last: '1m' }, frozen };
    const embed = await send<Embed>(scope, 'POST', '/embeds', JSON.stringify(asked));
    const path = `${new URL(embed.url).pathname}/data`;
    const shown = await (await scope.fetch(path)).json() as EmbedData;
    return this.made(`embed ${embed.id}`, `/embeds/${embed.id}`, async (other) => {
      const answer = await other.fetch(path);
      return answer.ok && (!frozen || isDeepStrictEqual((await answer.json() as EmbedData).subject, shown.subject));
    });
  }

  private async replay(scope: Tsdbscope, round: number): Promise<Made> {
    const { replays } = await send<ReplayLog>(scope, 'POST', `/replays?name=log`, later(restartLog, round * 3_600_000));
    const path = `/replays/${replays[0]?.id ?? ''}`;
    const kept = await scope.get<unknown>(path);
    return this.made(`replay ${round}`, path, async (other) => isDeepStrictEqual(await other.get(path), kept));
  }

  private async recording(scope: Tsdbscope, round: number): Promise<Made> {
    const path = `/targets/recording-${round}`;
    await send(scope, 'POST', `/recordings?name=recording-${round}`, readFileSync(RECORDING));
    const { recorded } = await scope.get<Target>(path);
    const window = `/recording?start=${recorded?.start}&end=${(recorded?.end ?? 0) + 1}`;
    const lines = await recordingOf(scope, `${path}${window}`);
    return this.made(`recording ${round}`, path, async (other) => {
      await other.get<Target>(path);
      return isDeepStrictEqual(await recordingOf(other, `${path}${window}`), lines);
    });
  }

  private made(what: string, remove: string, check: (scope: Tsdbscope) => Promise<boolean>): Made {
    const isThere = (scope: Tsdbscope): Promise<boolean> => check(scope).catch(() => false);
    const entry: Acknowledged = { what, from: this.position(), until: null, isThere };
    this.acknowledged.push(entry);
    return { entry, remove };
  }

  private async remove(scope: Tsdbscope, entry: Acknowledged, path: string): Promise<void> {
    entry.until = this.position();
    await send(scope, 'DELETE', path);
    const isThere = async (other: Tsdbscope): Promise<boolean> => !await entry.isThere(other);
    this.acknowledged.push({ what: `removal of ${entry.what}`, from: this.position(), until: null, isThere });
  }
}

interface Made { entry: Acknowledged; remove: string }

/** Each scrape as a line of the exported recording, by its start in ms. */
export async function recordingOf(scope: Tsdbscope, path: string): Promise<Map<number, string>> {
  const answer = await scope.fetch(`/api/v1${path}`);
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
  return new Map(text.split('\n').filter((line) => line !== '').map((line) => {
    const { t } = JSON.parse(line) as { t: number };
    return [t, line];
  }));
}

/** Again when it is refused, as a busy machine's is: it was not acknowledged. */
async function send<T>(scope: Tsdbscope, method: string, path: string, body?: string | Buffer): Promise<T> {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) };
  const mistakes: string[] = [];
  while (mistakes.length < ATTEMPTS) {
    const answer = await (await scope.fetch(`/api/v1${path}`, { method, ...sent })).json() as Envelope<T>;
    if (answer.status !== 'error') return answer.data;
    mistakes.push(answer.error);
  }
  throw new Error(`${method} ${path}: ${mistakes.join(' ')}`);
}
