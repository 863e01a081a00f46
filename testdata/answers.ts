/** Stored answers of the analyses over recordings; `server/analysis/panels/answers.test.ts` keeps them true. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { PanelByName, ScrapesPanel, WalReplayPanel } from '../core/contract/contract.ts';

export interface Answers extends PanelByName {
  /** The start of `wal-replay`, half way, with GOMEMLIMIT=1GiB. */
  replaying: WalReplayPanel;
  /** Scrapes of a target at its CPU limit: some timed out, some were skipped. */
  limited: ScrapesPanel;
  /** Each panel over an hour without scrapes. */
  empty: PanelByName;
}

const FILE = new URL('answers.json.gz', import.meta.url);
let stored: Answers | undefined;

/** A copy of its own at each call, so that a test may patch it. */
export function answerOf<N extends keyof Answers>(name: N): Answers[N] {
  stored ??= JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as Answers;
  return structuredClone(stored[name]);
}

export function storeAnswers(answers: Answers): void {
  writeFileSync(FILE, gzipSync(JSON.stringify(answers), { level: 9 }));
  stored = undefined;
}
