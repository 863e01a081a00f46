import type { Role } from './contract/access.ts';

/** Roles; each includes the rights of the roles before it. */
export const ROLES: readonly Role[] = ['viewer', 'operator', 'admin'];

/** Returns whether `role` includes the rights of `needed`. */
export function mayAct(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
