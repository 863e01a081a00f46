/** Rate limits of the captures that people request. */
import { fail, ok, type Result } from '../../../../core/result.ts';

const WINDOW_MS = 5 * 60_000;
/** A person investigating an incident takes a dozen; a script in a loop would take all of them. */
const MAX_OF_CLIENT = 30;
const MAX_IN_ALL = 100;

/** Counts the requests of the last five minutes, by client address. */
export class CaptureLimits {
  private asked: { client: string; timeMs: number }[] = [];

  /** Counts a request. `busy`, with the time to ask again: refused, and not counted. */
  add(client: string, nowMs: number): Result<null> {
    this.asked = this.asked.filter(({ timeMs }) => timeMs > nowMs - WINDOW_MS && timeMs <= nowMs);
    const own = this.asked.filter((one) => one.client === client);
    const full = own.length >= MAX_OF_CLIENT ? own : this.asked.length >= MAX_IN_ALL ? this.asked : null;
    if (full === null) {
      this.asked.push({ client, timeMs: nowMs });
      return ok(null);
    }
    const seconds = Math.ceil(((full[0]?.timeMs ?? nowMs) + WINDOW_MS - nowMs) / 1000);
    const who = full === own ? 'from this address ' : '';
    return fail(
      'busy', `${full.length} captures were asked for ${who}in the last 5 minutes, which is the limit; `
        + `ask again in ${seconds} s.`
    );
  }
}
