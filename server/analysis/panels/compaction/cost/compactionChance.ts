/** Could the CPU of episodes be that of any other moments of the window? */
import { elementAt, numberAt } from '../../../../../core/elementAt.ts';
import type { CounterSteps } from '../../../signals/counterSteps.ts';
import { seededRandom } from '../../../../../core/statistics/random.ts';

/** By scrape row: outside every episode, inside one, or on its edge (may be either). */
export type RowState = 'quiet' | 'compaction' | 'edge';

/** The least p-value is 1 / 500. */
const DRAWS = 499;
/** Of more, so many evenly chosen ones stand for all: the test is then stricter than it had to be. */
const MAX_EPISODES = 60;
/** Quiet time must hold so many of the longest episode, else there is nothing to draw from. */
const MIN_ROOM = 3;

/**
 * One-sided p-value of `during` (amount per second in all episodes): stretches as long as each episode are drawn from
 * the quiet time, joined end to end, 499 times; p = (1 + draws with as high a mean rate) / 500. Bursts that have
 * nothing to do with episodes (queries, GC cycles) are in the quiet time, so episodes that fall into them by chance do
 * not pass. null without episodes, or with too little quiet time. `inside`: by row, seconds of it in an episode.
 */
export function chanceOfRate(
  steps: CounterSteps, states: readonly RowState[],
  { inside, during }: { inside: Float64Array; during: number | null },
): number | null {
  const lengths = episodeSeconds(inside);
  const quiet = joinedQuiet(steps, states);
  const total = quiet.seconds.at(-1) ?? 0;
  if (during === null || lengths.length === 0 || total < MIN_ROOM * Math.max(...lengths)) return null;
  const count = Math.min(MAX_EPISODES, lengths.length);
  const drawn = Array.from({ length: count }, (_, i) => elementAt(lengths, Math.floor(i * lengths.length / count)));
  const wholeSeconds = drawn.reduce((sum, length) => sum + length, 0);
  const random = seededRandom(1);
  let reached = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    let amount = 0;
    for (const length of drawn) {
      const from = random() * (total - length);
      amount += amountUntil(quiet, from + length) - amountUntil(quiet, from);
    }
    if (amount / wholeSeconds >= during) reached++;
  }
  return (1 + reached) / (1 + DRAWS);
}

/** Seconds of each run of rows that have some. */
function episodeSeconds(inside: Float64Array): number[] {
  const lengths: number[] = [];
  let running = 0;
  for (const seconds of [...inside, 0]) {
    if (seconds > 0) running += seconds;
    else if (running > 0) {
      lengths.push(running);
      running = 0;
    }
  }
  return lengths;
}

/** Of the quiet steps, one after the other: seconds and amount from the first to the end of each; both begin with 0. */
function joinedQuiet(steps: CounterSteps, states: readonly RowState[]): { seconds: number[]; amount: number[] } {
  const seconds = [0];
  const amount = [0];
  states.forEach((state, row) => {
    const [span, increase] = [numberAt(steps.seconds, row), numberAt(steps.increase, row)];
    if (state !== 'quiet' || !(span > 0) || !Number.isFinite(increase)) return;
    seconds.push(elementAt(seconds, seconds.length - 1) + span);
    amount.push(elementAt(amount, amount.length - 1) + increase);
  });
  return { seconds, amount };
}

/** Even within a step. */
function amountUntil({ seconds, amount }: { seconds: number[]; amount: number[] }, at: number): number {
  let low = 0;
  let high = seconds.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (elementAt(seconds, middle) > at) high = middle;
    else low = middle;
  }
  const [from, to] = [elementAt(seconds, low), elementAt(seconds, high)];
  const share = to > from ? (at - from) / (to - from) : 0;
  return elementAt(amount, low) + share * (elementAt(amount, high) - elementAt(amount, low));
}
