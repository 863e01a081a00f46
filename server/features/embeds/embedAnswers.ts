/**
 * The answers of embeds. Embeds with the same query share an answer, computed at most once per refresh for all embeds
 * and readers. A frozen embed is never queried again; if a query finds no data any more, the answer stored with the
 * embed is shown.
 */
import { createHash } from 'node:crypto';
import type { EmbedData, Finding, PictureSubject } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import { forAll } from '../../kernel/threads/requestContext.ts';
import { ByteBoundedCache } from '../../kernel/threads/byteBoundedCache.ts';
import { pageOf, type KeptEmbed } from './embedRecord.ts';
import type { EmbedStore } from './embedStore.ts';

/** Result of a query. */
export interface Found {
  subject: PictureSubject;
  dataTimeMs: number | null;
  finding: Finding | null;
  /** Why the data is not current, as a sentence. */
  warning?: string;
  /** Whether the window has no data, so that an earlier stored answer is better. */
  empty: boolean;
  /** Time until the next query. */
  refreshMs: number;
}

/** An answer as sent to readers. */
export interface Answered {
  subject: PictureSubject | null;
  /** `subject` as JSON text. */
  json: string;
  dataTimeMs: number | null;
  finding: Finding | null;
  error: string | null;
  /** Hash of the content. */
  version: string;
  /** Time until the next query; null: never changes. */
  refreshMs: number | null;
}

export type Ask = (embed: Pick<KeptEmbed, 'question' | 'scraped'>) => Promise<Result<Found>>;

/**
 * Cached result of a query, until the next one. `answered` null: it failed. `last`: the newest earlier answer with
 * data.
 */
interface Asked {
  answered: Answered | null; found: Found | null; failure: string | null; last: Answered | null; atMs: number;
  refreshMs: number
}

const MAX_CACHED_BYTES = 64 * 2 ** 20;
const BYTES_PER_UNIT = 2;
/** Interval of storing answers: a removed target's stored answer is at most this much older than the last shown. */
const KEEP_EVERY_MS = 10 * 60_000;
/** Time until the next query after a failure, which may be temporary. */
const RETRY_MS = 5000;
const UNREADABLE = 'The answer kept with this embed cannot be read any more; make a new embed.';

export class EmbedAnswers {
  private readonly questions = new ByteBoundedCache<Asked>(MAX_CACHED_BYTES);
  private readonly kept = new ByteBoundedCache<Answered>(MAX_CACHED_BYTES);
  /** Running queries. */
  private readonly underway = new Map<string, Promise<Asked>>();
  private readonly keptAtMs = new Map<string, number>();

  constructor(private readonly store: EmbedStore, private readonly ask: Ask, private readonly now: () => number) {}

  async answer(embed: KeptEmbed): Promise<Answered> {
    if (embed.frozen) return await this.keptAnswer(embed) ?? withoutSubject(UNREADABLE, null);
    const { answered, found, failure, last, refreshMs } = await this.asked(embed);
    if (answered !== null && found !== null && !found.empty) {
      if (found.warning === undefined) this.keep(embed, found);
      return answered;
    }
    const kept = last ?? await this.keptAnswer(embed);
    if (kept !== null && (kept.dataTimeMs !== null || answered === null)) {
      return versioned({
        ...kept,
        error: failure ?? found?.warning
          ?? 'Nothing is kept of this window any more; this is what it held when it was last read.',
        refreshMs,
      });
    }
    return answered ?? withoutSubject(failure ?? UNREADABLE, refreshMs);
  }

  /** Drops the cached state of a removed embed. */
  forget(id: string): void {
    this.kept.removeWhere((key) => key === id);
    this.keptAtMs.delete(id);
  }

  private async asked(embed: KeptEmbed): Promise<Asked> {
    const key = JSON.stringify([embed.question, embed.scraped]);
    const known = this.questions.get(key);
    if (known !== undefined && this.now() - known.atMs < known.refreshMs) return known;
    const underway = this.underway.get(key);
    if (underway !== undefined) return underway;
    const asking = forAll(() => this.askAnew(embed, key, known)).finally(() => { this.underway.delete(key); });
    this.underway.set(key, asking);
    return asking;
  }

  private async askAnew(embed: KeptEmbed, key: string, before: Asked | undefined): Promise<Asked> {
    // The answer's time is the start of the query, independent of its duration.
    const atMs = this.now();
    const result = await this.ask(embed);
    const last = before?.found?.empty === false ? before.answered : before?.last ?? null;
    const asked: Asked = result.ok
      ? {
        answered: answeredOf(result.value), found: result.value, failure: null, last, atMs,
        refreshMs: result.value.refreshMs,
      }
      : { answered: null, found: null, failure: result.error.message, last, atMs, refreshMs: RETRY_MS };
    this.questions.put(
      key, asked, BYTES_PER_UNIT * (key.length + 2 * (asked.answered?.json.length ?? 0) + 2 * (last?.json.length ?? 0))
    );
    return asked;
  }

  private keep(embed: KeptEmbed, { subject, dataTimeMs, finding }: Found): void {
    const takenMs = this.now();
    if (takenMs - (this.keptAtMs.get(embed.id) ?? embed.createdMs) < KEEP_EVERY_MS) return;
    this.keptAtMs.set(embed.id, takenMs);
    this.kept.removeWhere((key) => key === embed.id);
    // The store reports write errors; the embed still works.
    void this.store.keepAnswer(embed.id, { subject, dataTimeMs, finding, takenMs });
  }

  /** Returns the answer stored in the data folder; null if unreadable. */
  private async keptAnswer({ id }: KeptEmbed): Promise<Answered | null> {
    const known = this.kept.get(id);
    if (known !== undefined) return known;
    const answer = await this.store.answer(id);
    if (answer === null) return null;
    const { subject, dataTimeMs, finding } = answer;
    const answered = versioned(
      { subject, json: JSON.stringify(subject), dataTimeMs, finding, error: null, refreshMs: null }
    );
    this.kept.put(id, answered, BYTES_PER_UNIT * 2 * answered.json.length);
    return answered;
  }
}

/** Returns the body of `/embed/{token}/data`; `token` only in the stream. */
export function embedDataJson(embed: KeptEmbed, answered: Answered, nowMs: number, token?: string): string {
  const { json, dataTimeMs, finding, error, refreshMs } = answered;
  const rest: Omit<EmbedData, 'subject'> & { token?: string } = {
    ...(token === undefined ? {} : { token }),
    title: embed.title, finding, frozen: embed.frozen, page: pageOf(embed), theme: embed.theme,
    dataTime: dataTimeMs === null ? null : dataTimeMs / 1000, serverTime: nowMs / 1000,
    refreshSeconds: refreshMs === null ? null : refreshMs / 1000, expires: embed.expiresMs / 1000,
    ...(error === null ? {} : { error }),
  };
  return `${JSON.stringify(rest).slice(0, -1)},"subject":${json}}`;
}

function answeredOf({ subject, dataTimeMs, finding, warning, refreshMs }: Found): Answered {
  return versioned({ subject, json: JSON.stringify(subject), dataTimeMs, finding, error: warning ?? null, refreshMs });
}

function withoutSubject(error: string, refreshMs: number | null): Answered {
  return versioned({ subject: null, json: 'null', dataTimeMs: null, finding: null, error, refreshMs });
}

function versioned(answered: Omit<Answered, 'version'>): Answered {
  return {
    ...answered,
    version: createHash('sha256').update(answered.json).update(`\0${answered.error ?? ''}`).digest('base64url'),
  };
}
