/** Before every route: who asks, whether they may, and a line of the audit log for what they did. */
import type { Request, RequestHandler, Response } from 'express';
import type { Access, AuditEntry, Role } from '../../../../core/contract/access.ts';
import { FirstInAWhile } from '../../../../core/firstInAWhile.ts';
import { mayAct } from '../../../../core/roles.ts';
import type { Authenticator } from '../../../features/access/authenticator.ts';
import type { AuditLog } from '../../../features/access/auditLog.ts';
import { certificateName } from '../../../features/access/listener.ts';
import { asker, onBehalfOf } from '../../../kernel/threads/asker.ts';
import { RequestError, sendFailure } from './errors.ts';
import { isProbe } from './security.ts';

export interface Guard { authenticator: Authenticator; audit: AuditLog; now: () => number }

/** Lets in who says who they are, where that is asked; health checks stay open, so that a probe needs no secret. */
export function authentication({ authenticator, audit, now }: Guard): RequestHandler {
  // A browser sends its password with every request: a login is the first in a while.
  const logins = new FirstInAWhile();
  return async (req, res, next) => {
    if (isProbe(req)) {
      next();
      return;
    }
    const address = req.socket.remoteAddress ?? '';
    const found = await authenticator.identify({
      address, authorization: req.headers.authorization, certificateName: certificateName(req.socket),
      header: (name) => [req.headers[name]].flat()[0],
    });
    const log = (access: Access | null, user: string | null, status: number): void => {
      audit.add({ ...entryOf(access, address, now()), user, action: 'login', subject: {}, status });
    };
    if ('access' in found) {
      const { access } = found;
      admit(res, { access, audit, now });
      if (access.by !== 'nothing' && logins.isFirst(`${access.by} ${access.user ?? ''} ${address}`, now(), DAY_MS))
        log(access, access.user, 200);
      // Users behind one proxy have a share each.
      if (access.user === null) next();
      else onBehalfOf({ ...asker(), client: `${access.by} ${access.user}` }, next);
      return;
    }
    // Those that are refused unchecked are a line an hour: a flood of them must not drive other lines out of the log.
    const isNews = found.refused === 'unknown' || logins.isFirst(`later ${address}`, now(), HOUR_MS);
    if (found.user !== null && isNews) log(null, found.user, found.refused === 'later' ? 409 : 401);
    if (found.refused === 'later') {
      const seconds = Math.ceil(found.waitMs / 1000);
      sendFailure(res, {
        errorType: 'busy', message: `Too many wrong passwords from this address; try again in ${seconds} s.`,
      }, String(seconds));
      return;
    }
    res.setHeader('WWW-Authenticate', 'Basic realm="tsdbscope", charset="UTF-8"');
    sendFailure(res, {
      errorType: 'unauthorized',
      message: 'A user name and password, or a token, are required; see "auth" in the configuration.',
    });
  };
}

interface Admitted { access: Access; audit?: Pick<AuditLog, 'add'>; now?: () => number }

/** From here on the request is of `access`. */
export function admit(res: Response, admitted: Admitted): void {
  res.locals.admitted = admitted;
}

function admittedOf(res: Response): Admitted | undefined {
  return res.locals.admitted as Admitted | undefined;
}

/** What an act is about, beside the names in its path: for the audit log. No secrets. */
export function actsOn(res: Response, subject: Record<string, string>): void {
  res.locals.subject = subject;
}

/** What is open to everybody (embeds, probes) is looking only. */
export function accessOf(res: Response): Access {
  return admittedOf(res)?.access ?? { user: null, role: 'viewer', by: 'nothing' };
}

/** Refuses who may not; what was tried or done is in the audit log, where it changes something or takes data away. */
export function permitted(key: string, needed: Role, isLogged: boolean): RequestHandler {
  return (req, res, next) => {
    const access = accessOf(res);
    if (isLogged) {
      // As they are now: a router forgets its parameters when it is done.
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

function entryOf(access: Access | null, address: string, nowMs: number): Omit<
  AuditEntry, 'action' | 'subject' | 'status'
> {
  return {
    time: nowMs / 1000, user: access?.user ?? null, role: access?.role ?? null, by: access?.by ?? null, address,
  };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
