/**
 * The embeds that were made, in the data folder: `embeds/<id>.json` says what each shows, `embeds/<id>.answer.json.gz`
 * keeps its answer, whole after any crash. Retention does not touch them; they go when they expire or are revoked.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { EmbedPanel } from '../../core/contract/contract.ts';
import { fail, firstLine, ok, type Result } from '../../core/result.ts';
import { SerialQueue } from '../../core/serialQueue.ts';
import { JsonFolder } from '../files/jsonFolder.ts';
import { makeFolder, removeFile, writeWhole } from '../files/wholeFile.ts';
import { openEmbedKey, writeEmbedKey } from './embedKey.ts';
import { checkedAnswer, checkedEmbed, panelOf, targetOf, type KeptAnswer, type KeptEmbed } from './embedRecord.ts';
import { readEmbedToken, signEmbedToken } from './embedToken.ts';

const MAX_EMBEDS = 1000;
/** Of one answer, compressed and not; an hour of a panel at 1 s is some 50 KB and 300 KB. */
const MAX_ANSWER_BYTES = 8 * 2 ** 20;
const MAX_PLAIN_BYTES = 48 * 2 ** 20;
/** Of all answers. */
const MAX_KEPT_BYTES = 512 * 2 ** 20;
const MAX_RECORD_BYTES = 2 ** 20;
const KEY_BYTES = 32;
const ID_BYTES = 12;

/** What a request asks to see with a token, where it says so itself. */
export interface AskedFor { panel?: string; target?: string }

export class EmbedStore {
  private embeds = new Map<string, KeptEmbed>();
  private readonly records: JsonFolder<KeptEmbed>;
  private readonly answerBytes = new Map<string, number>();
  /** An embed's record and its answer change together, and all answers share one bound. */
  private readonly writes = new SerialQueue();
  /** Until a key was read or written: links made with it end with the program. */
  private key: Uint8Array = randomBytes(KEY_BYTES);

  private constructor(
    private readonly folder: string, private readonly tell: (problem: string) => void,
    private readonly now: () => number,
  ) {
    this.records = new JsonFolder({
      folder, id: /^[\w-]{16}$/, maxBytes: MAX_RECORD_BYTES, check: checkedEmbed, noun: 'embed',
      consequence: 'its links do not open any more', notice: tell,
    });
  }

  /** Never fails: without a folder that can be read and written it begins empty and says why. */
  static async open(dataDir: string, now: () => number, tell: (problem: string) => void): Promise<EmbedStore> {
    const store = new EmbedStore(join(dataDir, 'embeds'), tell, now);
    try {
      await makeFolder(store.folder);
      store.embeds = await store.records.load();
      await store.findAnswers();
      store.key = await openEmbedKey(store.folder, store.embeds.size > 0, tell);
    } catch (error) {
      tell(
        `The embeds cannot be kept in ${store.folder} (${firstLine(error)}); links made now open until tsdbscope ends.`
      );
    }
    await store.dropExpired();
    return store;
  }

  /** Reports answers that are missing, and those whose record is. */
  private async findAnswers(): Promise<void> {
    for (const [id, { title }] of this.embeds) {
      const found = await stat(this.answerPath(id)).catch(() => null);
      this.answerBytes.set(id, found?.isFile() === true ? found.size : 0);
      if (found?.isFile() !== true) this.tell(
        `The answer kept with the embed ${JSON.stringify(title)} (embeds/${id}.answer.json.gz) is missing; `
          + 'it opens once it is refreshed.'
      );
    }
    const names = new Set(await readdir(this.folder));
    for (const name of names) {
      const id = /^([\w-]{16})\.answer\.json\.gz$/.exec(name)?.[1];
      if (id === undefined || this.embeds.has(id)) continue;
      if (!names.has(`${id}.json`) && !names.has(`${id}.json.damaged`))
        this.tell(`The embed ${id}.json is missing; its links do not open any more.`);
    }
  }

  /** Newest first, without those whose time is over. */
  list(): KeptEmbed[] {
    const nowMs = this.now();
    return [...this.embeds.values()].filter(({ expiresMs }) => expiresMs > nowMs)
      .sort((a, b) => b.createdMs - a.createdMs);
  }

  has(id: string): boolean {
    return this.embeds.has(id);
  }

  /** Of one that a token has opened: it is neither revoked nor past its time since. */
  isOpen({ id, expiresMs }: KeptEmbed): boolean {
    return this.embeds.has(id) && expiresMs > this.now();
  }

  keptBytes(id: string): number {
    return this.answerBytes.get(id) ?? 0;
  }

  allBytes(): number {
    let sum = 0;
    for (const bytes of this.answerBytes.values()) sum += bytes;
    return sum;
  }

  /** Keeps an embed with its answer. too_large or internal with a sentence, and then nothing of it stays. */
  async add(embed: Omit<KeptEmbed, 'id'>, answer: KeptAnswer): Promise<Result<KeptEmbed>> {
    await this.dropExpired();
    if (this.embeds.size >= MAX_EMBEDS)
      return fail('too_large', `There are ${MAX_EMBEDS} embeds already; revoke some that are not needed any more.`);
    const bytes = await packed(answer);
    if (bytes === null) return fail(
      'too_large',
      'The answer is too large to be kept with an embed; choose a shorter range, or cut the flame graph by a filter.'
    );
    if (this.allBytes() + bytes.length > MAX_KEPT_BYTES) return fail(
      'too_large', `The answers of the embeds take ${MAX_KEPT_BYTES / 2 ** 20} MiB already; `
        + 'revoke some that are not needed any more.'
    );
    const kept: KeptEmbed = { ...embed, id: randomBytes(ID_BYTES).toString('base64url') };
    this.embeds.set(kept.id, kept);
    const written = await this.write(async () => {
      await writeWhole(this.answerPath(kept.id), bytes);
      await this.records.write(kept.id, kept);
      this.answerBytes.set(kept.id, bytes.length);
    });
    if (written.ok) return ok(kept);
    this.embeds.delete(kept.id);
    return written;
  }

  /** not_found when there is none. From here on its links answer that it was revoked. */
  async remove(id: string): Promise<Result<null>> {
    if (!this.embeds.has(id))
      return fail('not_found', `There is no embed "${id.slice(0, 64)}"; GET /api/v1/embeds lists what there is.`);
    this.embeds.delete(id);
    return this.write(() => this.removeFiles(id));
  }

  /** A newer answer of an embed that is not frozen. Larger than may be kept: the older one stays. */
  async keepAnswer(id: string, answer: KeptAnswer): Promise<void> {
    await this.write(async () => {
      const bytes = await packed(answer);
      if (
        bytes === null || !this.embeds.has(id) || this.allBytes() - this.keptBytes(id) + bytes.length > MAX_KEPT_BYTES
      ) return;
      await writeWhole(this.answerPath(id), bytes);
      this.answerBytes.set(id, bytes.length);
    });
  }

  /** The answer kept with an embed; null when there is none that can be read, which is reported. */
  async answer(id: string): Promise<KeptAnswer | null> {
    await this.writes.settled();
    try {
      const path = this.answerPath(id);
      if ((await stat(path)).size > MAX_ANSWER_BYTES) throw new Error('it is far too large');
      const answer = checkedAnswer(JSON.parse(await unpacked(await readFile(path))));
      if (answer === null) throw new Error('it is no kept answer');
      return answer;
    } catch (error) {
      if (this.embeds.has(id)) this.tell(`The answer kept with the embed ${id} cannot be read (${firstLine(error)}).`);
      return null;
    }
  }

  tokenOf(embed: KeptEmbed): Promise<string> {
    return signEmbedToken({ id: embed.id, panel: panelOf(embed), expiresMs: embed.expiresMs }, this.key);
  }

  /**
   * The embed that a token opens. unauthorized: altered; gone: expired or revoked; forbidden: it is asked for something
   * else.
   */
  async opened(token: string, asked: AskedFor = {}): Promise<Result<KeptEmbed>> {
    const claims = await readEmbedToken(token, this.key, this.now());
    if (!claims.ok) return claims;
    const embed = this.embeds.get(claims.value.id);
    if (embed === undefined) return fail('gone', 'This link was revoked; ask its author for a new one.');
    const panel: EmbedPanel = panelOf(embed);
    const other = panel !== claims.value.panel || (asked.panel !== undefined && asked.panel !== panel)
      || (asked.target !== undefined && asked.target !== targetOf(embed));
    if (other) return fail(
      'forbidden', 'This link opens '
        + `${panel}${targetOf(embed) === null ? '' : ` of "${targetOf(embed) ?? ''}"`} `
        + 'and nothing else; make a link of its own for what else is to be shown.'
    );
    return ok(embed);
  }

  /** Once everything put so far is on disk. */
  async settled(): Promise<void> {
    await this.writes.settled();
  }

  private async dropExpired(): Promise<void> {
    const nowMs = this.now();
    for (const { id, expiresMs } of [...this.embeds.values()]) {
      if (expiresMs > nowMs) continue;
      this.embeds.delete(id);
      await this.write(() => this.removeFiles(id));
    }
  }

  private async removeFiles(id: string): Promise<void> {
    this.answerBytes.delete(id);
    await this.records.remove(id);
    await removeFile(this.answerPath(id));
  }

  private write(work: () => Promise<void>): Promise<Result<null>> {
    return this.writes.run(async () => {
      try {
        if (await makeFolder(this.folder)) await this.writeAll();
        await work();
        return ok(null);
      } catch (error) {
        const message = `The embed cannot be kept in the data folder (${firstLine(error)}); `
          + 'make room or make it writable.';
        this.tell(message);
        return fail('internal', message);
      }
    });
  }

  /** The folder was deleted: what is in memory is written again; answers are lost until they are refreshed. */
  private async writeAll(): Promise<void> {
    this.tell(
      `The folder ${this.folder} was deleted; the embeds and their key are written again, their kept answers are lost.`
    );
    this.answerBytes.clear();
    await writeEmbedKey(this.folder, this.key);
    for (const [id, embed] of this.embeds) await this.records.write(id, embed);
  }

  private answerPath(id: string): string {
    return join(this.folder, `${id}.answer.json.gz`);
  }
}

/** null when it is larger than may be kept. */
async function packed(answer: KeptAnswer): Promise<Buffer | null> {
  const plain = Buffer.from(JSON.stringify(answer));
  if (plain.length > MAX_PLAIN_BYTES) return null;
  const bytes = await promisify(gzip)(plain);
  return bytes.length > MAX_ANSWER_BYTES ? null : bytes;
}

async function unpacked(bytes: Uint8Array): Promise<string> {
  return (await promisify(gunzip)(bytes, { maxOutputLength: MAX_PLAIN_BYTES })).toString('utf8');
}
