/** Reads from the debug output of blackbox_exporter why a probe failed: a line of the level INFO has it. Pure. */

const MAX_STATUSES = 300;
const STATUS = new RegExp(String.raw`msg="Invalid HTTP response status code(, wanted 2xx)?"(?: [^\n]{0,600}?)?`
  + String.raw` status_code=(\d{1,3})\b(?:[^\n]{0,600}? valid_status_codes="?(\[[\d ,]{0,${MAX_STATUSES}}\]))?`);

/** The error that ends each failed probe, and says nothing more. */
export const isBareFailure = (error: string): boolean => error === 'Probe failed';

/** Returns that the status of the answer is not one that the module accepts; null if no line says so. */
export function probeReason(text: string): string | null {
  const [, isDefault, status, accepted] = STATUS.exec(text) ?? [];
  if (status === undefined) return null;
  const only = accepted ?? (isDefault === undefined ? null : '2xx');
  return `The probe failed because the target answered with HTTP status ${status}${
    only === null ? ', which the module does not accept' : `, and the module accepts only ${only}`}: request the URL `
    + 'from this host to see why, or change valid_status_codes if that answer is expected.';
}
