import type { Role } from './contract/access.ts';

/** Each may do what those before it may. */
export const ROLES: readonly Role[] = ['viewer', 'operator', 'admin'];

/** Whether who has `role` may do what `needed` may. */
export function mayAct(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
