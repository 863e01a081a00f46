/** Reads the keys of a configuration file under `access:`: who may do what. */
import { BlockList, isIP } from 'node:net';
import type { Role } from '../../../core/contract/access.ts';
import { ROLES } from '../../../core/roles.ts';
import type { AccessConfig } from './configTypes.ts';
import type { YamlSection } from './yamlReader.ts';

/** Used without the section: everyone with access may do everything, as with one shared password. */
export const OPEN_ACCESS: AccessConfig = { roles: {}, defaultRole: 'admin' };

/** `roles`: by user name. `default_role`: of all other users; viewer if roles are given. */
export function readAccess(section: YamlSection): AccessConfig {
  const roles = readRoles(section.section('roles'));
  const proxy = section.has('proxy') ? readProxy(section.section('proxy')) : undefined;
  const named = section.string('default_role');
  const defaultRole = named === undefined
    ? Object.keys(roles).length > 0 || proxy !== undefined ? 'viewer' : 'admin'
    : readRole(section, 'default_role', named);
  section.end();
  return { roles, defaultRole, ...(proxy === undefined ? {} : { proxy }) };
}

function readRoles(section: YamlSection): Record<string, Role> {
  const roles = Object.fromEntries(
    section.keys().map((name) => [name, readRole(section, name, section.string(name) ?? '')])
  );
  section.end();
  return roles;
}

function readRole(section: YamlSection, key: string, text: string): Role {
  const role = ROLES.find((each) => each === text);
  if (role === undefined) throw section.mistake(key, `"${text}" is not a role; write ${ROLES.join(', ')}.`);
  return role;
}

/** Reads which proxies may set the user headers: only one that authenticates its users should be listed. */
function readProxy(section: YamlSection): NonNullable<AccessConfig['proxy']> {
  const from = section.strings('from');
  if (from.length === 0) throw section.mistake('from', 'names no address; write e.g. [127.0.0.1, 10.0.0.0/8].');
  for (const text of from) {
    if (addNet(new BlockList(), text)) continue;
    throw section.mistake('from', `"${text}" is not an address or a range, such as 10.0.0.0/8.`);
  }
  const proxy = {
    from,
    userHeader: (section.string('user_header') ?? 'X-Forwarded-User').toLowerCase(),
    groupsHeader: (section.string('groups_header') ?? 'X-Forwarded-Groups').toLowerCase(),
    groups: readRoles(section.section('groups')),
  };
  section.end();
  return proxy;
}

/** Adds an address or CIDR range; returns false if it is neither. */
export function addNet(list: BlockList, text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const most = version === 6 ? 128 : 32;
  if (version === 0 || rest.length > 0) return false;
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN;
  if (!(prefix <= most)) return false;
  list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  return true;
}
