import { hashSync } from 'bcryptjs';
import { describe, expect, it } from 'vitest';
import type { AccessToken } from '../../../core/contract/contract.ts';
import { ok } from '../../../core/result.ts';
import { OPEN_ACCESS } from '../../kernel/config/accessKeys.ts';
import type { AccessConfig, WebConfig } from '../../kernel/config/configTypes.ts';
import { asker } from '../../kernel/threads/requestContext.ts';
import { Authenticator, type Identified, type Presented } from './authenticator.ts';
import { Passwords } from './passwords.ts';

const HASH = hashSync('right', 4);
const USERS = new Map([['alice', HASH], ['bob', HASH]]);
let checks: string[] = [];
let clients: string[] = [];
const check = (password: string, hash: string) => {
  checks.push(password);
  clients.push(asker().client);
  return Promise.resolve(ok(password === 'right' && hash === HASH));
};
const TOKEN: AccessToken = {
  id: 'a', name: 'ci', role: 'operator', createdBy: null, createdTime: 0, expiresTime: null, lastUsedTime: null,
};

interface Setting { access?: AccessConfig; users?: ReadonlyMap<string, string>; auth?: boolean }

function authenticator({ access = OPEN_ACCESS, users = new Map(), auth = false }: Setting): Authenticator {
  checks = [];
  clients = [];
  return new Authenticator({
    config: { access, ...(auth ? { auth: { username: 'oncall', password: 'p:ä' } } : {}) },
    web: () => ({ users }) as WebConfig, passwords: new Passwords(check, () => 0),
    tokens: { use: (token) => (token === 'tsdbscope_x' ? TOKEN : undefined) },
  });
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

function asked(by: Authenticator, authorization?: string, more: Partial<Presented> = {}): Promise<Identified> {
  return by.identify({ address: '10.0.0.7', authorization, header: () => undefined, certificateName: null, ...more });
}

describe('who asks', () => {
  it('is anybody where nothing is configured, also with a password that a browser remembers', async () => {
    const open = authenticator({});
    const anybody = { access: { user: null, role: 'admin', by: 'nothing' } };
    expect(await asked(open)).toEqual(anybody);
    expect(await asked(open, basic('x:y'))).toEqual(anybody);
  });

  it('has the one password of the configuration, whose scheme may be written in any case', async () => {
    const one = authenticator({ auth: true });
    const access = { user: 'oncall', role: 'admin', by: 'password' };
    expect(await asked(one, basic('oncall:p:ä'))).toEqual({ access });
    expect(await asked(one, basic('oncall:p:ä').replace('Basic', 'basic'))).toEqual({ access });
    expect(checks).toEqual([]);
    for (const wrong of [undefined, basic('oncall:p'), basic(''), basic('oncall'), 'Basic ***', 'Digest x'])
      expect(await asked(one, wrong)).toHaveProperty('refused', 'unknown');
  });

  it('is checked in the turn of its address, so that one that guesses keeps no other waiting', async () => {
    const users = authenticator({ users: USERS });
    await Promise.all([
      asked(users, basic('alice:wrong')), asked(users, basic('bob:right'), { address: '10.0.0.8' }),
    ]);
    expect(clients).toEqual(['10.0.0.7', '10.0.0.8']);
  });

  it('is a user of the web configuration, in the role that the configuration gives', async () => {
    const users = authenticator({ users: USERS, access: { roles: { bob: 'operator' }, defaultRole: 'viewer' } });
    const access = { user: 'alice', role: 'viewer', by: 'password' };
    expect(await asked(users, basic('alice:right'))).toEqual({ access });
    expect(await asked(users, basic('bob:right'))).toEqual({ access: { ...access, user: 'bob', role: 'operator' } });
    expect(await asked(users, basic('bob:wrong'))).toEqual({ refused: 'unknown', user: 'bob' });
    expect(await asked(users)).toEqual({ refused: 'unknown', user: null });
  });

  it('takes as long when nobody has that name: a hash is compared all the same', async () => {
    const users = authenticator({ users: USERS });
    expect(await asked(users, basic('nobody:right'))).toEqual({ refused: 'unknown', user: 'nobody' });
    expect(checks).toEqual(['right']);
    expect(await asked(users, basic('constructor:right'))).toEqual({ refused: 'unknown', user: 'constructor' });
  });

  it('is checked once for a page that asks ten things at once, and for all that follow', async () => {
    const users = authenticator({ users: USERS });
    await Promise.all(Array.from({ length: 10 }, () => asked(users, basic('alice:right'))));
    await asked(users, basic('alice:right'));
    expect(checks).toHaveLength(1);
  });

  it('is not let in by a password that was right before it changed', async () => {
    const hashes = new Map(USERS);
    const users = authenticator({ users: hashes });
    expect(await asked(users, basic('alice:right'))).toHaveProperty('access');
    hashes.set('alice', HASH.replace(/.$/, 'x'));
    expect(await asked(users, basic('alice:right'))).toHaveProperty('refused');
  });

  it('waits after wrong passwords, while others do not', async () => {
    const users = authenticator({ users: USERS });
    for (let i = 0; i < 5; i += 1) await asked(users, basic(`alice:wrong${i}`));
    const count = checks.length;
    expect(await asked(users, basic('alice:right'))).toMatchObject({ refused: 'later', user: 'alice' });
    expect(checks).toHaveLength(count);
    expect(await asked(users, basic('bob:right'))).toHaveProperty('access');
    expect(await asked(users, basic('alice:right'), { address: '10.0.0.8' })).toHaveProperty('access');
  });

  it('is a script by its token, whatever else is asked for', async () => {
    for (const each of [authenticator({}), authenticator({ users: USERS })]) {
      const access = { user: 'ci', role: 'operator', by: 'token' };
      expect(await asked(each, 'Bearer tsdbscope_x')).toEqual({ access });
      expect(await asked(each, 'Bearer tsdbscope_y')).toEqual({ refused: 'unknown', user: null });
    }
  });

  it('is whom a trusted proxy names, with the highest role of their groups', async () => {
    const proxy = authenticator({
      access: {
        roles: { carol: 'operator' }, defaultRole: 'viewer',
        proxy: {
          from: ['10.0.0.0/24', '::1'], userHeader: 'x-forwarded-user', groupsHeader: 'x-groups',
          groups: { sre: 'admin', dev: 'operator' },
        },
      },
    });
    const through = (headers: Record<string, string>, address = '10.0.0.7'): Promise<Identified> =>
      asked(proxy, undefined, { address, header: (name) => headers[name] });
    const dave = { 'x-forwarded-user': 'dave' };
    expect(await through(dave)).toEqual({ access: { user: 'dave', role: 'viewer', by: 'proxy' } });
    expect(await through({ ...dave, 'x-groups': 'dev, sre' })).toMatchObject({ access: { role: 'admin' } });
    expect(await through({ 'x-forwarded-user': 'carol' })).toMatchObject({ access: { role: 'operator' } });
    expect(await through(dave, '::ffff:10.0.0.9')).toHaveProperty('access');
    expect(await through(dave, '::1')).toHaveProperty('access');
    for (const address of ['10.0.1.7', '::ffff:10.0.1.7', '::2', ''])
      expect(await through({ ...dave, 'x-groups': 'sre' }, address)).toHaveProperty('refused');
    expect(await through({})).toHaveProperty('refused');
  });

  it('is the name in a client certificate where no password is asked for too', async () => {
    const access = { roles: { ci: 'operator' as const }, defaultRole: 'viewer' as const };
    expect(await asked(authenticator({ access }), undefined, { certificateName: 'ci' }))
      .toEqual({ access: { user: 'ci', role: 'operator', by: 'certificate' } });
    expect(await asked(authenticator({ access, users: USERS }), undefined, { certificateName: 'ci' }))
      .toHaveProperty('refused');
  });
});
