/** Authenticates requests: by a password, a token, a certificate or a proxy's header. */
import type { RequestHandler } from 'express';
import type { Access } from '../../../core/contract/access.ts';
import { FirstInAWhile } from '../../../core/rateLimitedLog.ts';
import { sendFailure } from '../../kernel/http/errors.ts';
import { admit, entryOf } from '../../kernel/http/guard.ts';
import { isProbe } from '../../kernel/http/security.ts';
import { asker, runInContext } from '../../kernel/threads/requestContext.ts';
import type { AuditLog } from './auditLog.ts';
import type { Authenticator } from './authenticator.ts';
import { certificateName } from './listener.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Guard { authenticator: Authenticator; audit: AuditLog; now: () => number }

/** Requires authentication if configured; health checks stay open, so that a probe needs no secret. */
export function authentication({ authenticator, audit, now }: Guard): RequestHandler {
  // Only the first request in a while counts as a login, because a browser sends its password with each one.
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
      // Gives each user behind one proxy a separate share.
      if (access.user === null) next();
      else runInContext({ ...asker(), client: `${access.by} ${access.user}` }, next);
      return;
    }
    // Logs unchecked refusals once per hour, so that a flood of them does not displace other lines of the log.
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
