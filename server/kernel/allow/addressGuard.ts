import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { addressBytes } from './addressBytes.ts';
import { addressRefusal, hostRefusal, type AllowRule, type HostPort } from './allowRule.ts';

/** Resolves a name to all its addresses, as this machine does; rejects if there are none. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

/** Error for a connection that no rule allows; its message is a sentence. */
export class AddressRefused extends Error {}

const resolveHere: Resolve = (host) => systemLookup(host, { all: true, verbatim: true });

/**
 * Allows connections to the addresses that the rules allow. Resolves a name once per connection and connects to the
 * checked address: a DNS answer that changes in between has no effect.
 */
export class AddressGuard {
  /** Reason why nothing may be sent at all; null if each connection is checked. */
  readonly refusal: string | null;
  readonly #at: HostPort;
  readonly #rules: readonly AllowRule[];
  readonly #resolve: Resolve;

  constructor(at: HostPort, rules: readonly AllowRule[], resolve: Resolve = resolveHere) {
    this.#at = at;
    this.#rules = rules;
    this.#resolve = resolve;
    this.refusal = hostRefusal(at, rules);
  }

  /** Throws AddressRefused if any of the addresses is not allowed: such an answer is suspicious. */
  async addresses(): Promise<{ address: string; family: number }[]> {
    if (this.refusal !== null) throw new AddressRefused(this.refusal);
    const { host } = this.#at;
    const literal = addressBytes(host);
    if (literal !== null) return [{ address: host, family: literal.length === 4 ? 4 : 6 }];
    const found = await this.#resolve(host);
    for (const { address } of found) {
      const refusal = addressRefusal(this.#at, address, this.#rules);
      if (refusal !== null) throw new AddressRefused(refusal);
    }
    return found;
  }

  /** Lookup function of an http.Agent: called for each new connection to a name. */
  readonly lookup: LookupFunction = (_host, options, callback) => {
    this.addresses().then((found) => {
      const [first] = found;
      if (first === undefined) callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    }, (error: unknown) => { callback(error instanceof Error ? error : new Error(String(error)), ''); });
  };
}
