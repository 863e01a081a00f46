/** Part of contract.ts; import from there. Who may do what. */

/** Each may do what those before it may: look; capture, upload, write notes, embed; delete, reload, give access. */
export type Role = 'viewer' | 'operator' | 'admin';

/** Who asks, and what they may do. */
export interface Access {
  /** null: nobody has to say who they are. */
  user: string | null;
  role: Role;
  by: 'nothing' | 'password' | 'token' | 'proxy' | 'certificate';
}

/** A bearer token for scripts. The token itself is shown once, when it is made; of it a hash is kept. */
export interface AccessToken {
  id: string;
  /** What it is for. */
  name: string;
  role: Role;
  createdBy: string | null;
  createdTime: number;
  /** null: it does not expire. */
  expiresTime: number | null;
  /** To the minute; null: never used. */
  lastUsedTime: number | null;
}

export interface NewAccessToken extends AccessToken {
  /** `tsdbscope_...`; in no later answer. */
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
  /** The route, or `login`. */
  action: string;
  /** Names and ids in the route's path. */
  subject: Record<string, string>;
  /** HTTP status of the answer. */
  status: number;
}
