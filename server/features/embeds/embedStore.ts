/**
 * Stores embeds in the data folder: `embeds/<id>.json` with the query of each, `embeds/<id>.answer.json.gz` with its
 * answer; files are complete after any crash. Retention ignores them; removed when they expire or are revoked.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import type { EmbedPanel } from '../../../core/contract/contract.ts';
import { fail, firstLine, ok, writeErrorType, type Result } from '../../../core/result.ts';
import { SerialQueue } from '../../../core/serialQueue.ts';
import { lookForDamage } from '../../kernel/files/damagedGzip.ts';
import { JsonFolder } from '../../kernel/files/jsonFolder.ts';
import { openLocal, type ReplicatedStore, type OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import { replicatedFolder } from '../../kernel/files/replicatedFolder.ts';
import { makeFolder, removeFile, writeWhole } from '../../kernel/files/wholeFile.ts';
import { openEmbedKey, readSharedKeys, shareEmbedKey, writeEmbedKey } from './embedKey.ts';
import { checkedAnswer, checkedEmbed, panelOf, targetOf, type KeptAnswer, type KeptEmbed } from './embedRecord.ts';
import { MAX_ANSWER_BYTES, packed, unpacked } from './packedAnswer.ts';
import { readEmbedToken, signEmbedToken, type EmbedClaims } from './embedToken.ts';

const MAX_EMBEDS = 1000;
/** Total size of all stored answers. */
const MAX_KEPT_BYTES = 512 * 2 ** 20;
const MAX_RECORD_BYTES = 2 ** 20;
const KEY_BYTES = 32;
const ID_BYTES = 12;
const ANSWER = '.answer.json.gz';
/** Names of the replicated files: records, answers, and the keys of all tsdbscopes that share them. */
const NAME = /^(?:[\w-]{16}\.(?:json|answer\.json\.gz)|key-[0-9a-f]{16})$/;

/** Panel and target that a request names besides its token, if any. */
export interface AskedFor { panel?: string; target?: string }

export class EmbedStore {
  private embeds = new Map<string, KeptEmbed>();
  private readonly records: JsonFolder<KeptEmbed>;
  /** Keys of other tsdbscopes on the same object store: links signed with them open here too. */
  private sharedKeys: Uint8Array[] = [];
  private readonly answerBytes = new Map<string, number>();
  /** Serializes writes: an embed's record and answer change together, and all answers share one size limit. */
  private readonly writes = new SerialQueue();
  /** Temporary until a key is read or written: links made with it are void when the program ends. */
  private key: Uint8Array = randomBytes(KEY_BYTES);

  private constructor(
    private readonly folder: string, private readonly tell: (problem: string) => void,
    private readonly now: () => number, private readonly lasting: ReplicatedStore,
  ) {
    this.records = new JsonFolder({
      folder, id: /^[\w-]{16}$/, maxBytes: MAX_RECORD_BYTES, check: checkedEmbed, noun: 'embed',
      consequence: 'its links do not open any more', notice: tell, lasting,
    });
    lasting.onOthers((name) => this.follow(name));
  }

  /** Opens the store. Never fails: without a readable and writable folder, starts empty and reports why. */
  static async open(
    dataDir: string, now: () => number, tell: (problem: string) => void, openReplica: OpenReplicas = openLocal
  ): Promise<EmbedStore> {
    const folder = join(dataDir, 'embeds');
    const lasting = await openReplica(replicatedFolder('embeds', folder, NAME, (name) => name.endsWith(ANSWER)));
    const store = new EmbedStore(folder, tell, now, lasting);
    try {
      await makeFolder(folder);
      store.embeds = await store.records.load();
      await store.findAnswers();
      store.key = await openEmbedKey(folder, store.embeds.size > 0, tell);
      if (lasting.isShared) await shareEmbedKey(folder, store.key, lasting);
      store.sharedKeys = await readSharedKeys(folder, tell);
    } catch (error) {
      tell(
        `The embeds cannot be kept in ${store.folder} (${firstLine(error)}); links made now open until tsdbscope ends.`
      );
    }
    await store.dropExpired();
    void store.lookThrough();
    return store;
  }

  /** Reports missing answers, and answers without a record. */
  private async findAnswers(): Promise<void> {
    for (const [id, { title }] of this.embeds) {
      const found = await stat(this.answerPath(id)).catch(() => null);
      const elsewhere = this.lasting.sizeOf(id + ANSWER);
      this.answerBytes.set(id, found?.isFile() === true ? found.size : elsewhere ?? 0);
      if (found?.isFile() !== true && elsewhere === null) this.tell(
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

  private lookThrough(): Promise<void> {
    const files = this.list().map(({ id }) => ({ path: this.answerPath(id), sizeBytes: this.keptBytes(id) }));
    return lookForDamage(files, (path, damage) => {
      this.tell(`The answer kept with the embed ${basename(path, ANSWER)} cannot be read (${damage}).`);
    });
  }

  /** Returns the embeds that have not expired, newest first. */
  list(): KeptEmbed[] {
    const nowMs = this.now();
    return [...this.embeds.values()].filter(({ expiresMs }) => expiresMs > nowMs)
      .sort((a, b) => b.createdMs - a.createdMs);
  }

  has(id: string): boolean {
    return this.embeds.has(id);
  }

  /** Returns whether an embed that a token has opened is still neither revoked nor expired. */
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

  /** Stores an embed with its answer. On error (too_large or internal, with a sentence) nothing is stored. */
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
      await this.writeAnswer(kept.id, bytes);
      await this.records.write(kept.id, kept);
      this.answerBytes.set(kept.id, bytes.length);
    });
    if (written.ok) return ok(kept);
    this.embeds.delete(kept.id);
    return written;
  }

  /** Removes an embed, whose links then answer that it was revoked. not_found if there is none. */
  async remove(id: string): Promise<Result<null>> {
    if (!this.embeds.has(id))
      return fail('not_found', `There is no embed "${id.slice(0, 64)}"; GET /api/v1/embeds lists what there is.`);
    this.embeds.delete(id);
    return this.write(() => this.removeFiles(id));
  }

  /** Stores a newer answer of an embed that is not frozen; if it is too large, the older one stays. */
  async keepAnswer(id: string, answer: KeptAnswer): Promise<void> {
    await this.write(async () => {
      const bytes = await packed(answer);
      if (
        bytes === null || !this.embeds.has(id) || this.allBytes() - this.keptBytes(id) + bytes.length > MAX_KEPT_BYTES
      ) return;
      await this.writeAnswer(id, bytes);
      this.answerBytes.set(id, bytes.length);
    });
  }

  /** Returns the answer stored with an embed; null if missing or unreadable, which is reported. */
  async answer(id: string): Promise<KeptAnswer | null> {
    await this.writes.settled();
    try {
      const path = this.answerPath(id);
      const fetched = await this.lasting.fetch(id + ANSWER);
      if (!fetched.ok) throw new Error(fetched.error.message);
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
   * Returns the embed that a token opens. unauthorized: altered; gone: expired or revoked; forbidden: the request names
   * something else.
   */
  async opened(token: string, asked: AskedFor = {}): Promise<Result<KeptEmbed>> {
    const claims = await this.claimsOf(token);
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

  /** Resolves once all writes so far are on disk. */
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
    await this.lasting.change([id + ANSWER], 'remove', () => removeFile(this.answerPath(id)));
  }

  private writeAnswer(id: string, bytes: Uint8Array): Promise<void> {
    return this.lasting.change([id + ANSWER], 'put', () => writeWhole(this.answerPath(id), bytes));
  }

  /** Verifies a token with this folder's key, then with those of the other tsdbscopes on the object store. */
  private async claimsOf(token: string): Promise<Result<EmbedClaims>> {
    const own = await readEmbedToken(token, this.key, this.now());
    if (own.ok || own.error.errorType !== 'unauthorized') return own;
    for (const key of this.sharedKeys) {
      const claims = await readEmbedToken(token, key, this.now());
      if (claims.ok || claims.error.errorType !== 'unauthorized') return claims;
    }
    return own;
  }

  /** Applies an embed's change by another tsdbscope: made, refreshed or revoked. */
  private async follow(name: string): Promise<void> {
    if (name.startsWith('key-')) {
      this.sharedKeys = await readSharedKeys(this.folder, this.tell);
      return;
    }
    const id = name.slice(0, name.indexOf('.'));
    if (name.endsWith(ANSWER)) this.answerBytes.set(id, this.lasting.sizeOf(name) ?? 0);
    else {
      const read = await this.records.read(id);
      if (read === null) {
        this.embeds.delete(id);
        this.answerBytes.delete(id);
      } else if (read.ok) this.embeds.set(id, read.value);
    }
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
        return fail(writeErrorType(error), message);
      }
    });
  }

  /** Rewrites everything in memory after the folder was deleted; answers are lost until refreshed. */
  private async writeAll(): Promise<void> {
    this.tell(
      `The folder ${this.folder} was deleted; the embeds and their key are written again, their kept answers are lost.`
    );
    this.answerBytes.clear();
    await writeEmbedKey(this.folder, this.key);
    for (const [id, embed] of this.embeds) await this.records.write(id, embed);
  }

  private answerPath(id: string): string {
    return join(this.folder, id + ANSWER);
  }
}
