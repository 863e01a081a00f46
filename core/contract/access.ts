/** Roles, access tokens and the audit log. Part of contract.ts; import from there. */

/**
 * Roles; each includes the rights of the roles before it: view; capture, upload, write notes, embed; delete, reload,
 * grant access.
 */
export type Role = 'viewer' | 'operator' | 'admin';

/** The client's user and role. */
export interface Access {
  /** Null if no login is required. */
  user: string | null;
  role: Role;
  by: 'nothing' | 'password' | 'token' | 'proxy' | 'certificate';
}

/** A bearer token for scripts. The token itself is shown only once, at creation; only its hash is stored. */
export interface AccessToken {
  id: string;
  /** Purpose of the token. */
  name: string;
  role: Role;
  createdBy: string | null;
  createdTime: number;
  /** Null if it does not expire. */
  expiresTime: number | null;
  /** Time of last use, to the minute; null if never used. */
  lastUsedTime: number | null;
}

export interface NewAccessToken extends AccessToken {
  /** The token, `tsdbscope_...`; no later answer contains it. */
  token: string;
}

/** One line of the audit log. */
export interface AuditEntry {
  time: number;
  user: string | null;
  role: Role | null;
  by: Access['by'] | null;
  /** Address of the client. */
  address: string;
  /** Route, or `login`. */
  action: string;
  /** Names and ids in the route's path. */
  subject: Record<string, string>;
  /** HTTP status of the answer. */
  status: number;
}
