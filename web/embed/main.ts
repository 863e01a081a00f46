/** The page in a frame of another site: one panel, read-only, no cookies, nothing stored. */
import 'uplot/dist/uPlot.min.css';
import '../../core/look/tokens.css';
import '../../core/look/fonts.css';
import './embed.css';
import { systemClock } from '../../core/time/clock.ts';
import type { EmbedData, EmbedTheme } from '../../core/contract/contract.ts';
import { backoffMs } from '../api/backoff.ts';
import { embedPath, errorSentence, isEmbedData } from './embedData.ts';
import { createView } from './embedView.ts';
import { ageLine } from './embedWords.ts';
import { followToken } from './sharedStream.ts';
import type { LinkState } from './tokenStream.ts';

const { base, token } = embedPath(location.pathname);
const root = document.getElementById('embed');
if (root === null) throw new Error('embed.html has no #embed');
const view = createView(root);
const dark = matchMedia('(prefers-color-scheme: dark)');
let theme: EmbedTheme = 'auto';
let data: EmbedData | null = null;
let isGone = false;
let link: LinkState = 'connecting';
let lostSince: number | null = null;
/** Seconds by which the server's clock is ahead of this one. */
let aheadSeconds = 0;

const clock = (): number => systemClock.nowMs() / 1_000 + aheadSeconds;

function applyTheme(): void {
  const wanted = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme;
  if (document.documentElement.dataset['mantineColorScheme'] === wanted) return;
  document.documentElement.dataset['mantineColorScheme'] = wanted;
  view.recolour();
}

function tellAge(): void {
  if (data !== null && !isGone) view.age(ageLine({ data, now: clock(), link, lostSince }));
}

function onLink(state: LinkState): void {
  link = state;
  lostSince = state === 'lost' ? (lostSince ?? clock()) : null;
  tellAge();
}

function take(body: unknown): void {
  if (!isEmbedData(body) || isGone) return;
  data = body;
  aheadSeconds = body.serverTime - systemClock.nowMs() / 1_000;
  theme = body.theme;
  applyTheme();
  view.show(body);
  tellAge();
}

function end(body: unknown): void {
  isGone = true;
  view.gone(
    errorSentence(body)
      ?? 'This link shows nothing any more. Whoever wrote this page can make a '
        + 'new one in tsdbscope with "Add to runbook".'
  );
}

/** Returns true if the server answered, even with a refusal. */
async function ask(): Promise<boolean> {
  if (isGone) return true;
  let answer: Response;
  let body: unknown;
  try {
    answer = await fetch(`${base}/${token}/data`);
    body = await answer.json();
  } catch {
    // Without a complete answer the current content stays, with its age.
    return false;
  }
  if (answer.ok) take(body);
  else if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) end(body);
  else return false;
  return true;
}

async function start(): Promise<void> {
  for (let tries = 1; !(await ask()); tries += 1) {
    view.waiting('tsdbscope does not answer. Retrying.');
    await systemClock.sleep(backoffMs(tries, Math.random()));
  }
  if (isGone || data?.frozen === true) return;
  followToken({ token, onLink, onNews: ({ name, body }) => { if (name === 'data') take(body); else end(body); } });
}

applyTheme();
dark.addEventListener('change', applyTheme);
systemClock.after(1_000, () => view.waiting('Reading the panel …'));
systemClock.every(1_000, tellAge);
void start();
