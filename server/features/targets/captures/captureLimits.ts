/** Rate limits of the captures that people request. */
import { fail, ok, type Result } from '../../../../core/result.ts';

const WINDOW_MS = 5 * 60_000;
/** A person investigating an incident takes a dozen; a script in a loop would take all of them. */
const MAX_OF_CLIENT = 30;
const MAX_IN_ALL = 100;

/** Counts what was asked for in the last five minutes, by the address of the client. */
export class CaptureLimits {
  private asked: { client: string; timeMs: number }[] = [];

  /** `busy` with when to ask again; what is refused does not count. */
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
