/**
 * The answers behind embeds. Those of one question are one: it is asked at most once per refresh, however many embeds
 * and readers there are. A frozen one is never asked again; where a question finds nothing any more, the answer kept
 * with the embed stands in.
 */
import { createHash } from 'node:crypto';
import type { EmbedData, Finding, PictureSubject } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import { forAll } from '../../kernel/threads/requestContext.ts';
import { ByteBoundedCache } from '../../kernel/threads/byteBoundedCache.ts';
import { pageOf, type KeptEmbed } from './embedRecord.ts';
import type { EmbedStore } from './embedStore.ts';

/** What a question found. */
export interface Found {
  subject: PictureSubject;
  dataTimeMs: number | null;
  finding: Finding | null;
  /** Why it is not as new as it should be, as a sentence. */
  warning?: string;
  /** There is nothing in the window: an answer kept from before says more. */
  empty: boolean;
  /** How long it may be shown as it is. */
  refreshMs: number;
}

/** An answer as it goes to readers. */
export interface Answered {
  subject: PictureSubject | null;
  /** `subject` as JSON text. */
  json: string;
  dataTimeMs: number | null;
  finding: Finding | null;
  error: string | null;
  /** Alike for answers that are alike. */
  version: string;
  /** null: it stays. */
  refreshMs: number | null;
}

export type Ask = (embed: Pick<KeptEmbed, 'question' | 'scraped'>) => Promise<Result<Found>>;

/**
 * What a question found, until it is asked again. `answered` null: it failed. `last`: the newest one worth showing, of
 * before.
 */
interface Asked {
  answered: Answered | null; found: Found | null; failure: string | null; last: Answered | null; atMs: number;
  refreshMs: number
}

const MAX_CACHED_BYTES = 64 * 2 ** 20;
const BYTES_PER_UNIT = 2;
/** The answer that stands in for a target that is gone is at most this much older than the last one that was shown. */
const KEEP_EVERY_MS = 10 * 60_000;
/** After a failure, which may pass. */
const RETRY_MS = 5000;
const UNREADABLE = 'The answer kept with this embed cannot be read any more; make a new embed.';

export class EmbedAnswers {
  private readonly questions = new ByteBoundedCache<Asked>(MAX_CACHED_BYTES);
  private readonly kept = new ByteBoundedCache<Answered>(MAX_CACHED_BYTES);
  /** Asked and not answered yet. */
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

  /** The embed is gone, and what is held of it. */
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
    // The answer is as of now, however long it takes.
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
    // What cannot be written is reported by the store; the embed goes on.
    void this.store.keepAnswer(embed.id, { subject, dataTimeMs, finding, takenMs });
  }

  /** The one in the data folder; null when it cannot be read. */
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

/** The body of `/embed/{token}/data`; `token` only in the stream. */
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
