/** Tests whether the CPU of episodes could be that of any other moments of the window. */
import { elementAt, numberAt } from '../../../../../core/elementAt.ts';
import type { CounterSteps } from '../../../signals/counterSteps.ts';
import { seededRandom } from '../../../../../core/statistics/random.ts';

/** State of a scrape row: outside every episode, inside one, or on its edge (may be either). */
export type RowState = 'quiet' | 'compaction' | 'edge';

/** Number of draws; the smallest p-value is 1 / 500. */
const DRAWS = 499;
/** Maximum number of episodes; of more, evenly chosen ones represent all, which makes the test stricter. */
const MAX_EPISODES = 60;
/** Minimum quiet time to draw from, in lengths of the longest episode. */
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
  const amountUntil = amountReader(quiet);
  let reached = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    let amount = 0;
    for (const length of drawn) {
      const from = random() * (total - length);
      amount += amountUntil(from + length) - amountUntil(from);
    }
    if (amount / wholeSeconds >= during) reached++;
  }
  return (1 + reached) / (1 + DRAWS);
}

/** Returns the seconds of each run of rows that have some. */
function episodeSeconds(inside: Float64Array): number[] {
  const lengths: number[] = [];
  let running = 0;
  for (let row = 0; row <= inside.length; row++) {
    const seconds = inside[row] ?? 0;
    if (seconds > 0) running += seconds;
    else if (running > 0) {
      lengths.push(running);
      running = 0;
    }
  }
  return lengths;
}

/** Running sums of the quiet steps, one after the other; both begin with 0. */
interface JoinedQuiet { seconds: Float64Array; amount: Float64Array }

function joinedQuiet(steps: CounterSteps, states: readonly RowState[]): JoinedQuiet {
  const seconds = new Float64Array(states.length + 1);
  const amount = new Float64Array(states.length + 1);
  let count = 0;
  for (let row = 0; row < states.length; row++) {
    const [span, increase] = [numberAt(steps.seconds, row), numberAt(steps.increase, row)];
    if (states[row] !== 'quiet' || !(span > 0) || !Number.isFinite(increase)) continue;
    seconds[count + 1] = numberAt(seconds, count) + span;
    amount[count + 1] = numberAt(amount, count) + increase;
    count++;
  }
  return { seconds: seconds.subarray(0, count + 1), amount: amount.subarray(0, count + 1) };
}

/** Returns a function of the amount up to a time in the joined quiet time, interpolated within a step. */
function amountReader({ seconds, amount }: JoinedQuiet): (at: number) => number {
  const steps = seconds.length - 1;
  const perSecond = steps / numberAt(seconds, steps);
  const cellOf = (at: number): number => Math.min(steps - 1, Math.max(0, Math.floor(at * perSecond)));
  // Index of the first step end in each cell; steps are about equally long, so a cell has about one.
  const first = new Int32Array(steps + 1).fill(steps);
  for (let k = steps; k >= 0; k--) first[cellOf(numberAt(seconds, k))] = k;
  for (let cell = steps - 1; cell >= 0; cell--)
    if (numberAt(first, cell) === steps) first[cell] = numberAt(first, cell + 1);
  return (at) => {
    const cell = cellOf(at);
    let low = Math.max(0, numberAt(first, cell) - 1);
    let high = Math.max(low + 1, numberAt(first, cell + 1));
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (numberAt(seconds, middle) > at) high = middle;
      else low = middle;
    }
    const [from, to] = [numberAt(seconds, low), numberAt(seconds, high)];
    const share = to > from ? (at - from) / (to - from) : 0;
    return numberAt(amount, low) + share * (numberAt(amount, high) - numberAt(amount, low));
  };
}
