/** Identifies clients by a password, a bearer token, a trusted proxy's header or a client certificate. */
import { BlockList } from 'node:net';
import type { Access, Role } from '../../../core/contract/access.ts';
import { ROLES } from '../../../core/roles.ts';
import { addNet } from '../../kernel/config/accessKeys.ts';
import type { Config, WebConfig } from '../../kernel/config/configTypes.ts';
import type { Passwords } from './passwords.ts';
import type { TokenStore } from './tokenStore.ts';

/** Credentials of a request. */
export interface Presented {
  /** Address of the connection. */
  address: string;
  authorization: string | undefined;
  /** Returns a header; names in lower case. */
  header: (name: string) => string | undefined;
  /** Common name of a verified client certificate. */
  certificateName: string | null;
}

export type Identified =
  | { access: Access }
  /** `user`: the claimed user. */
  | { refused: 'unknown'; user: string | null }
  | { refused: 'later'; user: string; waitMs: number };

export interface AuthenticatorParts {
  config: Pick<Config, 'auth' | 'access'>;
  /** Returns the web configuration as currently on disk. */
  web: () => WebConfig | undefined;
  passwords: Passwords;
  tokens: Pick<TokenStore, 'use'>;
}

export class Authenticator {
  private readonly trusted = new BlockList();

  constructor(private readonly parts: AuthenticatorParts) {
    for (const net of parts.config.access.proxy?.from ?? []) addNet(this.trusted, net);
  }

  async identify(presented: Presented): Promise<Identified> {
    const { config } = this.parts;
    const byProxy = this.byProxy(presented);
    if (byProxy !== null) return { access: byProxy };
    const [, scheme = '', credentials = ''] = /^(\w+) +(.+)$/.exec(presented.authorization ?? '') ?? [];
    switch (scheme.toLowerCase()) {
      case 'bearer': return this.byToken(credentials);
      case 'basic': return this.byPassword(presented.address, credentials);
    }
    if (this.asksForPassword()) return { refused: 'unknown', user: null };
    const user = presented.certificateName;
    if (user !== null) return { access: { user, role: this.roleOf(user), by: 'certificate' } };
    if (config.access.proxy !== undefined) return { refused: 'unknown', user: null };
    return { access: { user: null, role: config.access.defaultRole, by: 'nothing' } };
  }

  private asksForPassword(): boolean {
    return this.parts.config.auth !== undefined || (this.parts.web()?.users.size ?? 0) > 0;
  }

  private byProxy({ address, header }: Presented): Access | null {
    const { proxy } = this.parts.config.access;
    if (proxy === undefined || !this.trusted.check(...familyOf(address))) return null;
    const user = header(proxy.userHeader)?.trim() ?? '';
    if (user === '') return null;
    const groups = (header(proxy.groupsHeader) ?? '').split(',').map((group) => group.trim());
    const ofGroups = groups.flatMap((group) => (Object.hasOwn(proxy.groups, group) ? proxy.groups[group] ?? [] : []));
    const own = this.ownRole(user);
    const roles = own === undefined ? ofGroups : [...ofGroups, own];
    const role = ROLES.findLast((each) => roles.includes(each)) ?? this.parts.config.access.defaultRole;
    return { user, role, by: 'proxy' };
  }

  private byToken(text: string): Identified {
    const token = this.parts.tokens.use(text.trim());
    return token === undefined ? { refused: 'unknown', user: null }
      : { access: { user: token.name, role: token.role, by: 'token' } };
  }

  private async byPassword(address: string, credentials: string): Promise<Identified> {
    // No password is required; a browser may still send one that it remembers.
    if (!this.asksForPassword()) {
      return this.parts.config.access.proxy !== undefined ? { refused: 'unknown', user: null }
        : { access: { user: null, role: this.parts.config.access.defaultRole, by: 'nothing' } };
    }
    const text = /^[A-Za-z0-9+/=]+$/.test(credentials) ? Buffer.from(credentials, 'base64').toString('utf8') : '';
    const at = text.indexOf(':');
    if (at < 0) return { refused: 'unknown', user: null };
    const [user, password] = [text.slice(0, at), text.slice(at + 1)];
    const { auth } = this.parts.config;
    const hash = this.parts.web()?.users.get(user);
    const expected = hash !== undefined ? { hash }
      : auth !== undefined && user === auth.username ? { password: auth.password } : undefined;
    const verdict = await this.parts.passwords.verify({ address, user, password }, expected);
    switch (verdict.is) {
      case 'right': return { access: { user, role: this.roleOf(user), by: 'password' } };
      case 'wrong': return { refused: 'unknown', user };
      case 'later': return { refused: 'later', user, waitMs: verdict.waitMs };
    }
  }

  private ownRole(user: string): Role | undefined {
    const { roles } = this.parts.config.access;
    return Object.hasOwn(roles, user) ? roles[user] : undefined;
  }

  private roleOf(user: string): Role {
    return this.ownRole(user) ?? this.parts.config.access.defaultRole;
  }
}

/** Returns the address and its family; a dual-stack socket reports IPv4 addresses as ::ffff:10.0.0.1. */
function familyOf(address: string): [string, 'ipv4' | 'ipv6'] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? [plain, 'ipv6'] : [plain, 'ipv4'];
}
