/** What stands in place of a credential. */
export const REPLACED = '(redacted)';

/** The text without the secrets that are known by their value; a longer one comes before those that are part of it. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, REPLACED), text);
}
