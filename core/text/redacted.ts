/** Replacement of a credential. */
export const REPLACED = '(redacted)';

/** Returns the text without known secrets; `secrets` must list a longer one before its parts. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, REPLACED), text);
}
