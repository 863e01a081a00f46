import type { PanelName } from '../../../../core/contract/contract.ts';
import { DRAWN } from '../../../../core/panels.ts';
import type { Ask } from '../../../features/embeds/embedAnswers.ts';
import type { EmbedStore } from '../../../features/embeds/embedStore.ts';
import { embedLinks, type EmbedLinks } from '../../../features/embeds/snippets.ts';
import { valueOf } from '../../../kernel/http/errors.ts';

const DAY_MS = 86_400_000;
const LIFE_MS = 7 * DAY_MS;
const WINDOW_MS = 15 * 60_000;
/** Limit that keeps flapping alerts from using up the embeds of users. */
const MAX_ALERT_EMBEDS = 200;

export interface AlertEmbedParts {
  store: Pick<EmbedStore, 'list' | 'remove' | 'add' | 'tokenOf'>;
  ask: Ask;
  base: () => string;
  now: () => number;
}

/**
 * Creates the embed that an alert links to: the panel as it was when the alert fired, kept for a week. Removes the
 * oldest of those first. Returns null if nothing was recorded in its window.
 */
export function alertEmbeds({ store, ask, base, now }: AlertEmbedParts): (
  alert: { target: string; finding: { panel: PanelName }; firedMs: number }
) => Promise<EmbedLinks | null> {
  return async ({ target, finding: { panel }, firedMs }) => {
    const range = { kind: 'fixed', startMs: firedMs - WINDOW_MS, endMs: firedMs, asOfMs: firedMs } as const;
    const question = { kind: 'panel', panel, target, range } as const;
    const { subject, dataTimeMs, finding, empty } = valueOf(await ask({ question, scraped: true }));
    if (empty) return null;
    for (const { id } of store.list().filter(({ forAlert }) => forAlert === true).slice(MAX_ALERT_EMBEDS - 1))
      valueOf(await store.remove(id));
    const takenMs = now();
    const kept = valueOf(await store.add({
      title: `${DRAWN[panel].title} of ${target}, alert`, theme: 'auto', frozen: true, createdMs: takenMs,
      expiresMs: Math.ceil((takenMs + LIFE_MS) / 1000) * 1000, scraped: true, forAlert: true, question,
    }, { subject, dataTimeMs, finding, takenMs }));
    return embedLinks(base(), await store.tokenOf(kept));
  };
}
