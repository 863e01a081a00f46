/** Audit log and tokens as the access page shows them. Pure. */
import type { Access, AccessToken, AuditEntry } from '../../contract/access.ts';
import type { Severity } from '../../contract/contract.ts';
import { count, render } from '../../text/parts.ts';
import { holdsWords, typedWords } from '../typedWords.ts';

/** Names of actions by route; others are shown as their route. */
const ACTS: Record<string, string> = {
  'login': 'Log in',
  'GET /embed/{token}': 'Open an embed',
  'POST /embeds': 'Make an embed',
  'DELETE /embeds/{id}': 'Revoke an embed',
  'POST /tokens': 'Make a token',
  'DELETE /tokens/{id}': 'Revoke a token',
  'POST /targets/{target}/captures': 'Order a capture',
  'DELETE /captures/{id}': 'Cancel a capture',
  'PUT /targets/{target}/profiling': 'Switch continuous profiling',
  'PUT /targets/{target}/profiling/rules': 'Set the rules that take profiles',
  'DELETE /targets/{target}/profiling/rules': 'Reset the rules that take profiles',
  'POST /targets/{target}/notes': 'Write a note',
  'PATCH /targets/{target}/notes/{id}': 'Change a note',
  'DELETE /targets/{target}/notes/{id}': 'Remove a note',
  'POST /targets/{target}/notes/{id}/restore': 'Restore a note',
  'POST /targets/{target}/postmortem.md': 'Write a postmortem',
  'POST /targets': 'Add a target',
  'DELETE /added-targets/{target}': 'Remove an added target',
  'DELETE /targets/{target}': 'Delete a recording',
  'DELETE /profiles/{id}': 'Delete a profile',
  'DELETE /replays/{id}': 'Delete a replay',
  'POST /profiles': 'Upload profiles',
  'POST /recordings': 'Upload a recording',
  'POST /incidents': 'Upload an incident file',
  'POST /debug-bundles': 'Upload a debug bundle',
  'POST /replays': 'Upload a startup log',
  'POST /open': 'Open files',
  'POST /logs/{id}/join': 'Join a log with a target',
  'DELETE /logs/{id}': 'Remove an opened log',
  'POST /logs/compaction': 'Compare with a log',
  'POST /benchmarks': 'Compare benchmarks',
  'POST /benchmark-outputs': 'Store a benchmark output',
  'DELETE /benchmark-outputs/{id}': 'Delete a benchmark output',
  'POST /-/reload': 'Reload the configuration',
  'GET /profiles/{id}/download': 'Download a profile',
  'GET /profiles/{id}/cpu-samples': 'Download samples of CPU',
  'GET /diff/download': 'Download a diff',
  'GET /targets/{target}/profile/download': 'Download a merged profile',
  'GET /targets/{target}/recording': 'Download a recording',
  'GET /targets/{target}/export': 'Download samples',
  'GET /targets/{target}/samples': 'Download samples',
  'GET /targets/{target}/incident': 'Download an incident file',
  'GET /captures/{id}/bundle': 'Download a bundle',
};

/** Returns the attempted action: `Log in`, `Delete a recording`. */
export function actText({ action }: Pick<AuditEntry, 'action'>): string {
  return (Object.hasOwn(ACTS, action) ? ACTS[action] : undefined) ?? action;
}

/** Returns `done`, `refused (403)`, `failed (500)`. */
export function resultText({ status }: Pick<AuditEntry, 'status'>): string {
  if (!isFailed({ status })) return 'done';
  return status >= 500 ? `failed (${status})` : `refused (${status})`;
}

export function isFailed({ status }: Pick<AuditEntry, 'status'>): boolean {
  return status >= 400;
}

/** Returns `target demo, id 3f2a`, or `''` for none; the action says what the id belongs to. */
export function subjectText({ subject }: Pick<AuditEntry, 'subject'>): string {
  return Object.entries(subject).map(([name, value]) => `${name} ${value}`).join(', ');
}

export function userText({ user, role }: Pick<AuditEntry, 'user' | 'role'>): string {
  return user === null ? 'anyone' : role === null ? user : `${user} (${role})`;
}

/** Returns the entries with every typed word in any column. */
export function foundEntries(entries: readonly AuditEntry[], typed: string): AuditEntry[] {
  const words = typedWords(typed);
  if (words.length === 0) return [...entries];
  return entries.filter((entry) => holdsWords(
    [userText(entry), entry.address, actText(entry), subjectText(entry), resultText(entry)].join('\n'), words
  ));
}

/** Merges adjacent pages, each newest first, without duplicates. */
export function joinedPages(pages: readonly (readonly AuditEntry[])[]): AuditEntry[] {
  const seen = new Set<string>();
  return pages.flat().filter((entry) => {
    const key = JSON.stringify(entry);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const DAY_SECONDS = 86_400;
/** Number of failed logins from which they are not just mistyped passwords. */
const MANY_FAILED = 5;

/**
 * Returns the headline: failed logins of the last 24 h. `isWhole`: `entries` reach back that far; otherwise the count
 * is `at least`. Without required login, says so.
 */
export function accessHeadline(
  entries: readonly AuditEntry[], nowSeconds: number, { isWhole, by }: { isWhole: boolean; by: Access['by'] }
): { sentence: string; severity: Severity; code: string } {
  if (by === 'nothing') return {
    sentence: 'No login is required: everyone who reaches this page is admin.', severity: 'info', code: 'access-open',
  };
  const failed = entries.filter(({ time, action, status }) =>
    action === 'login' && isFailed({ status }) && time >= nowSeconds - DAY_SECONDS);
  if (failed.length === 0) return isWhole
    ? { sentence: 'No failed logins in 24 hours.', severity: 'ok', code: 'access-quiet' }
    : { sentence: 'No failed logins in the entries loaded.', severity: 'unknown', code: 'access-quiet' };
  const from = new Set(failed.map(({ address }) => address)).size;
  const least = isWhole ? '' : 'At least ';
  const said = render([
    ...count(failed.length, 'failed login'), { text: ' in 24 hours from ' }, ...count(from, 'address', 'addresses'),
    { text: '.' },
  ]);
  return {
    sentence: `${least}${said}`, severity: failed.length >= MANY_FAILED ? 'warning' : 'info',
    code: 'access-failed-logins',
  };
}

export type TokenState = 'valid' | 'expired';

export function tokenState({ expiresTime }: Pick<AccessToken, 'expiresTime'>, nowSeconds: number): TokenState {
  return expiresTime !== null && expiresTime <= nowSeconds ? 'expired' : 'valid';
}
