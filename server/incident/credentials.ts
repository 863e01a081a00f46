/**
 * Finds credentials in text that people and programs wrote: notes, errors, addresses, labels. By their form alone; a
 * password in a plain sentence ("the password is swordfish") looks like any other word and stays. Pure.
 */
import { REPLACED } from '../../core/text/redacted.ts';
import { KNOWN_LOOKS } from './credentialLooks.ts';

/** Names before a `=` or `:` whose value is a secret. */
const SURE_NAME = '(?:passw(?:or)?d|passwort|passphrase|passcode|secret|api[_-]?key'
  + '|(?:access|account|auth|client|consumer|encryption|license|master|private|secret|service|session|shared|signing'
  + '|storage)[_-]?key'
  + '|(?:access|api|auth|bearer|bot|id|refresh|security|session|vault|x)[_-]?token|requirepass|bindpw'
  + '|(?<![a-z])(?:pass|pw|pwd|psk|otp|sid))';
/** The same, but also words of ordinary sentences: `cannot fetch token: 401`. */
const WORD_NAME = '(?:token|credentials?|signature|session[_-]?id|jwt|nonce|(?<![a-z])auth)';
const NAME = `(?:${SURE_NAME}|${WORD_NAME})`;
const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`;
const VALUE = String.raw`(?:\\"[^"\n]*?\\"|${QUOTED}|[^\s"'&,;)\]}<>]+)`;
/** Not a plain word or number: a digit and a letter, a sign, or long. */
const MANY = String.raw`[^\s"']{0,400}`;
const NOT_A_WORD =
  String.raw`(?=${MANY}(?:\d${MANY}[A-Za-z]|[A-Za-z]${MANY}\d|[!#$%^*+=~]|[^\s"']{20}))`;
const SCHEME = '(?:AWS4-HMAC-SHA256|Api-?Key|Basic|Bearer|Digest|DPoP|GenieKey|GoogleLogin|Hawk|JWT|Key|Mutual|NTLM'
  + '|Negotiate|OAuth|SAML|SharedKey(?:Lite)?|Splunk|SSWS|Token|vapid)';
/** `response="6629"`, `Signature=5d67`. */
const PARAMETER = String.raw`[\w-]+=(?:"[^"\n]*"|[^\s",]+)`;
/** Commands that take a password as `-psecret`. */
const PASSWORD_COMMAND =
  '(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|mycli|mongo|mongosh|mongodump|mongorestore|sshpass'
  + '|docker login|podman login|7z [ax]|influx|clickhouse-client|xfreerdp|ipmitool)';

/** Most texts are names and short words, which none of the rules can meet. */
const MIGHT_HOLD_ONE = /[@=:\s<%]|[\w$-]{16}/;

type Rule = readonly [RegExp, string | ((whole: string, head: string, value: string) => string)];

/** Texts may be hostile: each repetition that could begin at every letter is bounded, so that time stays linear. */
const RULES: readonly Rule[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g, REPLACED],
  // User and password of an address; then those with a slash in the password, distinguished from a port.
  [/((?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/)[^/?#\s"',]{0,500}@/gi, '$1'],
  [
    /((?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/:@"',]{0,500}:(?!\d+(?:[/?#]|$))[^\s@"',]{1,500}@/gi, '$1',
  ],
  // user:password@host without a scheme; an image by digest and a time of day are none.
  [/(^|[\s"'=(])[A-Za-z_][\w.-]*:(?!\d+@)[^\s:@/"']+@(?!sha\d+:)(?=(?:tcp|unix)?\(|[\w-]+[.:/])/g, '$1'],
  // Headers: `Authorization` of any scheme, with its parameters, up to the end of the line or the quote around it.
  [/((["'])(?:proxy-|x-)?authorization\s*:\s*)((?:(?!\2)[^\n])+)/gi, (_whole, head) => `${head}${REPLACED}`],
  [new RegExp(
    String.raw`((?:proxy-|x-)?authorization\\?["']?\]?[ \t]*[:=][ \t]*)(\[[^\]\n]*\]|\\"[^"\n]*?\\"|${QUOTED}`
      + String.raw`|[\w-]+[ \t]+${PARAMETER}(?:,?[ \t]*${PARAMETER})*|${SCHEME}[ \t]+[^\s"']+`
      + String.raw`|[\w-]+[ \t]+${NOT_A_WORD}[^\s"']+|${NOT_A_WORD}[^\s"']+)`, 'gi'
  ), headerValue],
  [/((["'])(?:set-)?cookie2?\s*:\s*)((?:(?!\2)[^\n])+)/gi, (_whole, head) => `${head}${REPLACED}`],
  [new RegExp(
    String.raw`((?:set-)?cookies?2?\\?["']?\]?[ \t]*[:=][ \t]*)(\[[^\]\n]*\]|\\"[^"\n]*?\\"|${QUOTED}`
      + String.raw`|[\w!#$%&*+.^|~-]+=[^\n"']*)`, 'gi'
  ), headerValue],
  // Case distinguishes the value from a word such as "basic authentication".
  [/\b((?:[Bb]earer|BEARER|[Bb]asic|BASIC)\s+)(?=[a-z]*[A-Z\d+/=._~-])[A-Za-z0-9._~+/=-]{8,}/g, `$1${REPLACED}`],
  // curl -u name:password, also attached and quoted; -b and --cookie with pairs; certificates with their passphrase.
  [/((?:^|\s)(?:-u|--(?:proxy-)?user)[\s=]*)(?:"[^"\n]*:[^"\n]*"|'[^'\n]*:[^'\n]*'|[^\s:"']+:\S+)/g, `$1${REPLACED}`],
  [/((?:^|\s)(?:-b|--cookie)[\s=]+)("[^"\n]*=[^"\n]*"|'[^'\n]*=[^'\n]*'|[^\s"'=]+=\S+)/g, quotedAsBefore],
  [/((?:^|\s)(?:-E|--cert|--proxy-cert)[\s=]+[^\s:]+:)[^\s"']+/g, `$1${REPLACED}`],
  [/((?:^|\s)-U[\s=]*)[^\s%:"']+%[^\s"']+/g, `$1${REPLACED}`],
  // --any-password value; without the blank it is the next rule's.
  [new RegExp(String.raw`((?:^|\s)--?[\w.-]{0,80}${NAME}[\w.-]{0,80}\s+)(?![-(])(${VALUE})`, 'gi'), quotedAsBefore],
  // mysql -psecret; sshpass -p secret. After any other command, -p and a word that is no port, flag or path.
  [new RegExp(
    String.raw`(\b${PASSWORD_COMMAND}\b[^\n|;&]{0,300}?\s-[pP][ =]?)(?!\s*-|assw|assphrase|ort\b|rotocol|lugin|rint)`
      + String.raw`(${QUOTED}|[^\s"']+)`, 'g'
  ), quotedAsBefore],
  [/((?:^|\s)-u\s*[\w.@-]+(?:\s+-[hP]\s*[\w.-]+)*\s+-p)([^\s"']+)/g, quotedAsBefore],
  [/((?:^|\s)-p)(?!\d)(?=\S*\d)(?=\S*[A-Za-z])([^\s=:/"'-]{5,})(?=[\s"']|$)/g, `$1${REPLACED}`],
  [/(\bredis-cli\b[^\n|;&]{0,300}?\s-a\s+)(\S+)/g, quotedAsBefore],
  [/(\bldap(?:search|modify|add|delete|whoami|passwd)\b[^\n|;&]{0,300}?\s-w\s*)(\S+)/g, quotedAsBefore],
  [/(\bsqlcmd\b[^\n|;&]{0,300}?\s-P\s*)(\S+)/g, quotedAsBefore],
  [/(\bhtpasswd\s+-[A-Za-z]*b[A-Za-z]*\s+(?:\S+\s+)?\S+\s+)(\S+)$/gm, quotedAsBefore],
  [/(\brabbitmqctl\s+(?:add_user|change_password)\s+\S+\s+)(\S+)/g, quotedAsBefore],
  [/(\bvault\s+login\s+)(?!-)([^\s=]+)(?=\s|$)/g, quotedAsBefore],
  [/(\bopenssl\b[^\n|;&]{0,300}?\s(?:-k|-K)\s+)(\S+)/g, quotedAsBefore],
  [/(\bpass:)(?=\S)([^\s"']+)/g, quotedAsBefore],
  [/(\bAUTH\s+)(?=\S*\d)(?=\S*[A-Za-z])([\w!#$%^*+~-]{6,})/g, quotedAsBefore],
  // SQL, netrc, k8s lists of environment variables, XML, URL-encoded forms.
  [new RegExp(
    String.raw`((?<!["'\w-])(?:IDENTIFIED\s+(?:WITH\s+\w+\s+)?BY|PASSWORD(?:\s+FOR\s+\S+)?)\s*(?:=\s*)?\(?\s*)`
      + String.raw`('[^'\n]*'|"[^"\n]*")`, 'gi'
  ), quotedAsBefore],
  [/(\blogin\s+\S+\s+password\s+)(\S+)/g, quotedAsBefore],
  [new RegExp(
    String.raw`(["']?name["']?\s*:\s*["']?[\w.-]{0,80}${NAME}["']?\s*(?:,|\n)\s*-?\s*["']?value["']?\s*:\s*)`
      + String.raw`(${VALUE})`, 'gi'
  ), quotedAsBefore],
  [new RegExp(String.raw`(<[\w.:-]{0,80}${NAME}(?:\s[^>\n]{0,300})?>)([^<\n]{1,500})(?=<)`, 'gi'), quotedAsBefore],
  [new RegExp(String.raw`(${NAME}%3D)((?:(?!%26)[^\s&"'])+)`, 'gi'), quotedAsBefore],
  [/((?:^|\s)--(?:oauth2-)?bearer\s+)([^\s"']+)/g, quotedAsBefore],
  [new RegExp(String.raw`(${SURE_NAME}\\?["']?\s*(?:=>|:=|=)\s*)(?!=)(${VALUE})`, 'gi'), quotedAsBefore],
  [new RegExp(
    String.raw`(${SURE_NAME}\\?["']?\s*:\s*)(?!\s*(?:[a-z]+|\d+)[ \t]+[a-z]+\b)(?!//)(${VALUE})`, 'gi'
  ), quotedAsBefore],
  [new RegExp(String.raw`(${WORD_NAME}\\?["']\s*[=:]\s*)(${VALUE})`, 'gi'), quotedAsBefore],
  [new RegExp(String.raw`(${WORD_NAME}(?:=>|:=|=))(?!=)(${VALUE})`, 'gi'), quotedAsBefore],
  [new RegExp(String.raw`(${WORD_NAME}\s*(?::|\s=)\s*)${NOT_A_WORD}(${VALUE})`, 'gi'), quotedAsBefore],
  [new RegExp(String.raw`(${WORD_NAME}\s*[:=]\s*)("[^"\n]{6,}"|'[^'\n]{6,}')`, 'gi'), quotedAsBefore],
  // `aws configure set aws_secret_access_key X`, `requirepass X`, "password X" and "password is X" where X is no word.
  [new RegExp(
    String.raw`((?:passw(?:or)?d|passphrase|requirepass|secret(?:[_-]key)?|access[_-]key|api[_ -]?key|token)\s+`
      + String.raw`(?:is\s+|was\s+)?)(?!/)${NOT_A_WORD}([^\s"',;:()]{6,})`, 'gi'
  ), quotedAsBefore],
  // Signatures of addresses that were signed by a cloud's storage.
  [/([?&](?:sig|key|auth|code|X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token))=)[^&\s"'#]+/gi, `$1${REPLACED}`],
  ...KNOWN_LOOKS.map((look): Rule => [look, REPLACED]),
  [/(hooks\.slack\.com\/(?:services|workflows)\/)[\w/]+/g, `$1${REPLACED}`],
  [/(discord(?:app)?\.com\/api\/webhooks\/\d+\/)[\w-]+/g, `$1${REPLACED}`],
  [/(webhook\.office\.com\/webhookb2\/)[\w@/-]+/g, `$1${REPLACED}`],
  [/(api\.telegram\.org\/bot)[\w:-]+/g, `$1${REPLACED}`],
  [/(events\.pagerduty\.com\/integration\/)\w+/g, `$1${REPLACED}`],
];

/** `text` with `(redacted)` in place of each credential found, and without user and password in addresses. */
export function withoutCredentials(text: string): string {
  if (!MIGHT_HOLD_ONE.test(text)) return text;
  return RULES.reduce(
    (clean, [pattern, by]) => (typeof by === 'string' ? clean.replace(pattern, by) : clean.replace(pattern, by)), text
  );
}

/** A quoted value stays a quoted one, so that JSON in a text can be read on. */
function quotedAsBefore(whole: string, head: string, value: string): string {
  if (value === REPLACED || value.startsWith(REPLACED.slice(0, -1))) return whole;
  const quote = /^(?:\\?["'])/.exec(value)?.[0] ?? '';
  const isClosed = quote !== '' && value.length > quote.length && value.endsWith(quote);
  return isClosed ? `${head}${quote}${REPLACED}${quote}` : `${head}${REPLACED}`;
}

/** As `quotedAsBefore`, of a list as well: `map[Authorization:[Bearer x]]`. */
function headerValue(whole: string, head: string, value: string): string {
  return value.startsWith('[') ? `${head}[${REPLACED}]` : quotedAsBefore(whole, head, value);
}
