/**
 * Finds credentials in text that people and programs wrote: notes, errors, addresses, labels. By their form alone; a
 * password in a plain sentence ("the password is swordfish") looks like any other word and stays. Pure.
 */
export const REPLACED = '(redacted)';

/** Names before a `=`, `:` or blank whose value is a secret. */
const NAME =
  '(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|signature)';
const VALUE = String.raw`(?:"[^"\n]*"|'[^'\n]*'|["']?[^\s"'&,;]+)`;

/** Most texts are names and short words, which none of the rules can meet. */
const MIGHT_HOLD_ONE = /[@=:\s]|[\w-]{16}/;

const RULES: readonly (readonly [RegExp, string | ((whole: string, head: string, value: string) => string)])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, REPLACED],
  // User and password of an address; then those with a slash in the password, distinguished from a port.
  [/([a-z][a-z0-9+.-]*:\/\/)[^/?#\s"',]*@/gi, '$1'],
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/:@"',]*:(?!\d+(?:[/?#]|$))[^\s@"',]+@/gi, '$1'],
  // Case distinguishes the value from a word such as "basic authentication".
  [/\b((?:[Bb]earer|BEARER|[Bb]asic|BASIC)\s+)(?=[a-z]*[A-Z\d+/=._~-])[A-Za-z0-9._~+/=-]{8,}/g, `$1${REPLACED}`],
  // curl -u name:password
  [/((?:^|\s)(?:-u|--(?:proxy-)?user)[\s=]*)["']?[^\s:"']+:\S+/g, `$1${REPLACED}`],
  // --any-password value; without the blank it is the next rule's.
  [new RegExp(String.raw`((?:^|\s)--?[\w.-]*${NAME}[\w.-]*\s+)(?![-(])(${VALUE})`, 'gi'), quotedAsBefore],
  [new RegExp(String.raw`(${NAME}["']?\s*[=:]\s*)(${VALUE})`, 'gi'), quotedAsBefore],
  // Signatures of addresses that were signed by a cloud's storage.
  [/([?&](?:sig|key|auth|code|X-Amz-(?:Signature|Credential|Security-Token))=)[^&\s"'#]+/gi, `$1${REPLACED}`],
  // Known by their look: JSON web tokens (our own links among them), keys of clouds, code hosts and chats.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{16,}/g, REPLACED],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, REPLACED],
  [/\b(?:gh[opsur]_|github_pat_|glpat-|glsa_|xox[abeprs]-|npm_|sk_live_|hvs\.|AIza)[\w-]{16,}/g, REPLACED],
  [/(hooks\.slack\.com\/services\/)[\w/]+/g, `$1${REPLACED}`],
];

/** `text` with `(redacted)` in place of each credential found, and without user and password in addresses. */
export function withoutCredentials(text: string): string {
  if (!MIGHT_HOLD_ONE.test(text)) return text;
  return RULES.reduce(
    (clean, [pattern, by]) => (typeof by === 'string' ? clean.replace(pattern, by) : clean.replace(pattern, by)), text
  );
}

/** A quoted value stays a quoted one, so that JSON in a text can be read on. */
function quotedAsBefore(_whole: string, head: string, value: string): string {
  const quote = value.length > 1 && /^["']/.test(value) && value.at(-1) === value[0] ? value[0] ?? '' : '';
  return `${head}${quote}${REPLACED}${quote}`;
}
