/** Checks permissions before every route, and writes actions to the audit log. */
import type { Request, RequestHandler, Response } from 'express';
import type { Access, AuditEntry, Role } from '../../../core/contract/access.ts';
import { mayAct } from '../../../core/roles.ts';
import { RequestError } from './errors.ts';

interface Admitted { access: Access; audit?: { add(entry: AuditEntry): void }; now?: () => number }

/** Assigns `access` to the request. */
export function admit(res: Response, admitted: Admitted): void {
  res.locals.admitted = admitted;
}

function admittedOf(res: Response): Admitted | undefined {
  return res.locals.admitted as Admitted | undefined;
}

/** Sets the subject of an action, besides the names in its path, for the audit log. No secrets. */
export function actsOn(res: Response, subject: Record<string, string>): void {
  res.locals.subject = subject;
}

/** Returns the request's access; public routes (embeds, probes) are read-only. */
export function accessOf(res: Response): Access {
  return admittedOf(res)?.access ?? { user: null, role: 'viewer', by: 'nothing' };
}

/**
 * Refuses users without the role. Logs attempts and actions to the audit log if they change something or export data.
 */
export function permitted(key: string, needed: Role, isLogged: boolean): RequestHandler {
  return (req, res, next) => {
    const access = accessOf(res);
    if (isLogged) {
      // Copied now: a router clears its parameters when it is done.
      const subject = Object.fromEntries(Object.entries(req.params).map(([name, value]) => [name, String(value)]));
      res.once('finish', () => { record({ key, access, subject }, req, res); });
    }
    if (!mayAct(access.role, needed)) {
      throw new RequestError({
        errorType: 'forbidden',
        message: `Requires the role ${needed}; ${access.user === null ? 'you have' : `${access.user} has`} the role `
          + `${access.role}. The configuration of this tsdbscope assigns roles under "access".`,
      });
    }
    next();
  };
}

function record(
  { key, access, subject }: { key: string; access: Access; subject: Record<string, string> },
  req: Request, res: Response
): void {
  const { audit, now } = admittedOf(res) ?? {};
  const entry = entryOf(access, req.socket.remoteAddress ?? '', now?.() ?? NaN);
  const more = res.locals.subject as Record<string, string> | undefined;
  audit?.add({ ...entry, action: key, subject: { ...subject, ...more }, status: res.statusCode });
}

/** Returns the common fields of an audit log entry. */
export function entryOf(access: Access | null, address: string, nowMs: number): Omit<
  AuditEntry, 'action' | 'subject' | 'status'
> {
  return {
    time: nowMs / 1000, user: access?.user ?? null, role: access?.role ?? null, by: access?.by ?? null, address,
  };
}
