/**
 * Finds credentials in text that people and programs wrote: notes, errors, addresses, labels. Only by their form; a
 * password in a plain sentence ("the password is swordfish") looks like any other word and stays. Pure.
 */
import { REPLACED } from '../../../core/text/redacted.ts';
import { KNOWN_LOOKS } from './credentialLooks.ts';

/** Names whose value after `=` or `:` is a secret. */
const SURE_NAME = '(?:passw(?:[o0]r)?d(?:[_-]?hash)?|passwort|kennwort|passphrase|passcode|(?<!existing)secret'
  + '|api[_-]?key|(?:access|account|auth|client|consumer|encryption|functions|license|master|private|secret|service'
  + '|session|shared|signing|storage|subscription)[_-]?key(?:[_-]data)?'
  + '|(?:access|api|auth|bearer|bot|id|refresh|security|session|vault|x)[_-]?token|requirepass|bindpw'
  + String.raw`|\.dockerconfigjson|\.dockercfg`
  // Excludes counts of passed tests, and the working directory of a shell.
  + String.raw`|(?<![a-z])(?:pass(?!\s*[:=]\s*\d{1,5}(?:[\s,;)]|$))|pwd(?!\s*[:=]\s*["']?\/)|pw|psk|otp|sid))`;
/** Like SURE_NAME, but also words of ordinary sentences: `cannot fetch token: 401`. */
const WORD_NAME = '(?:token|credentials?|signature(?:-256)?|session[_-]?id|jwt|nonce|(?<![a-z])(?:auth|bearer))';
const NAME = `(?:${SURE_NAME}|${WORD_NAME})`;
const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`;
/** Excludes placeholders of a value: none, a variable, asterisks. */
const NO_VALUE = String.raw`(?!["']?(?:none|null|nil|unset|undefined|empty|missing|required|true|false|yes|no`
  + String.raw`|\$\{[^}\n]*\}|\$\([^)\n]*\)|\$[A-Z_]{2,}|\{\{[^}\n]*\}\}|\*{3,})["']?(?:[\s,;)\]}]|$))`;
const VALUE = NO_VALUE + String.raw`(?:\\"[^"\n]*?\\"|${QUOTED}|[^\s"'&,;)\]}<>]+)`;
/** Matches text that is not a plain word or number: a digit and a letter, a sign, or long. */
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
  + '|docker login|podman login|az login|7z [ax]|influx|clickhouse-client|xfreerdp|ipmitool)';

/** Most texts are names and short words, which no rule can match. */
const MIGHT_HOLD_ONE = /[@=:\s<%]|[\w$-]{16}/;

type Rule = readonly [RegExp, string | ((whole: string, head: string, value: string, last?: string) => string)];

/** Texts may be hostile: each repetition that could start at every letter is bounded, so that time stays linear. */
const RULES: readonly Rule[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g, REPLACED],
  // User and password of an address; then those with a slash in the password, distinguished from a port.
  [/((?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/)[^/?#\s"',]{0,500}@/gi, '$1'],
  [
    /((?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/:@"',]{0,500}:(?!\d+(?:[/?#]|$))[^\s@"',]{1,500}@/gi, '$1',
  ],
  // user:password@host without a scheme; an image by digest and a time of day are excluded.
  [new RegExp(
    String.raw`(^|[\s"'=(])(?!(?:mailto|acct|sips?):)[A-Za-z_][\w.-]*:(?!\d+@)[^\s:@/"']+@(?!sha\d+:)`
      + String.raw`(?=(?:tcp|unix)?\(|[\w-]+[.:/])`, 'g'
  ), '$1'],
  // Headers: `Authorization` of any scheme, with its parameters, up to the end of the line or the quote around it.
  [/((["'])(?:proxy-|x-)?authorization\s*:\s*)((?:(?!\2)[^\n])+)/gi, (_whole, head) => `${head}${REPLACED}`],
  [new RegExp(
    String.raw`((?:proxy-|x-)?authorization\\?["']?\]?[ \t]*[:=][ \t]*(?:\[\]string)?)(\{[^}\n]*\}|\[[^\]\n]+\]`
      + String.raw`|\\"[^"\n]*?\\"|${QUOTED}|[\w-]+[ \t]+${PARAMETER}(?:,?[ \t]*${PARAMETER})*|${SCHEME}[ \t]+[^\s"']+`
      + String.raw`|[\w-]+[ \t]+${NOT_A_WORD}[^\s"']+|${NOT_A_WORD}[^\s"']+)`, 'gi'
  ), headerValue],
  [/((["'])(?:set-)?cookie2?\s*:\s*)((?:(?!\2)[^\n])+)/gi, (_whole, head) => `${head}${REPLACED}`],
  [new RegExp(
    String.raw`((?:set-)?cookies?2?\\?["']?\]?[ \t]*[:=][ \t]*(?:\[\]string)?)(\{[^}\n]*\}|\[[^\]\n]+\]`
      + String.raw`|\\"[^"\n]*?\\"|${QUOTED}|[\w!#$%&*+.^|~-]+=(?:[^\n"']|(?<==)"[^"\n]*")*`
      + String.raw`|${NOT_A_WORD}[^\s"']+)`, 'gi'
  ), headerValue],
  // In code: `Header.Set("X-Api-Key", "x")`, `auth=("user", "x")`.
  [new RegExp(
    String.raw`(\(\s*(["'])(?:[\w.-]{0,80}${NAME}|(?:proxy-|x-)?authorization|(?:set-)?cookie)\2\s*,\s*)`
      + `(${QUOTED})`, 'gi'
  ), (whole, head, _quote, value) => quotedAsBefore(whole, head, value ?? '')],
  [new RegExp(String.raw`(\bauth\s*=\s*\(\s*)((?:${QUOTED})\s*,\s*(?:${QUOTED}))`, 'g'), `$1${REPLACED}`],
  // Case distinguishes the value from a word such as "basic authentication".
  [/\b((?:[Bb]earer|BEARER|[Bb]asic|BASIC)\s+)(?=[a-z]*[A-Z\d+/=._~-])[A-Za-z0-9._~+/=-]{8,}/g, `$1${REPLACED}`],
  // curl -u name:password, also attached and quoted; -b and --cookie with pairs; certificates with their passphrase.
  [new RegExp(
    String.raw`((?:^|\s)(?:-u|--(?:proxy-)?user)(?![\s=]*\d+:\d+(?:\s|$))[\s=]*)`
      + String.raw`(?:"[^"\n]*:[^"\n]*"|'[^'\n]*:[^'\n]*'|[^\s:"']+:\S+)`, 'g'
  ), `$1${REPLACED}`],
  [/((?:^|\s)(?:-b|--cookie)[\s=]+)("[^"\n]*=[^"\n]*"|'[^'\n]*=[^'\n]*'|[^\s"'=]+=\S+)/g, quotedAsBefore],
  [/((?:^|\s)(?:-E|--cert|--proxy-cert)[\s=]+[^\s:]+:)[^\s"']+/g, `$1${REPLACED}`],
  [/((?:^|\s)-U[\s=]*)[^\s%:"']+%[^\s"']+/g, `$1${REPLACED}`],
  // --any-password value; without the blank, a later rule matches.
  [new RegExp(String.raw`((?:^|\s)--?[\w.-]{0,80}${NAME}[\w.-]{0,80}\s+)(?![-(])(${VALUE})`, 'gi'), quotedAsBefore],
  // mysql -psecret; sshpass -p secret. After any other command, -p and a word that is no port, flag or path.
  [new RegExp(
    String.raw`(\b${PASSWORD_COMMAND}\b[^\n|;&]{0,300}?\s-[pP][ =]?)`
      + String.raw`(?!\s*-|(?<=P[ =]?)\d+(?:\s|$)|assw|assphrase|ort\b|rotocol|lugin|rint)(${QUOTED}|[^\s"']+)`, 'g'
  ), quotedAsBefore],
  [/((?:^|\s)-u\s*[\w.@-]+(?:\s+-[hP]\s*[\w.-]+)*\s+-p)([^\s"']+)/g, quotedAsBefore],
  [/((?:^|\s)-p)(?!\d)(?=\S*\d)(?=\S*[A-Za-z])([^\s=:/"'-]{5,})(?=[\s"']|$)/g, `$1${REPLACED}`],
  [/(\bredis-cli\b[^\n|;&]{0,300}?\s-a\s+)(\S+)/g, quotedAsBefore],
  [/(\bldap(?:search|modify|add|delete|whoami|passwd)\b[^\n|;&]{0,300}?\s-w\s*)(\S+)/g, quotedAsBefore],
  [/(\bsqlcmd\b[^\n|;&]{0,300}?\s-P\s*)(\S+)/g, quotedAsBefore],
  [/(\bsnmp[a-z]{2,10}\b[^\n|;&]{0,300}?\s-[cAX]\s+)(\S+)/g, quotedAsBefore],
  [/(\bsnmp[a-z]{2,10}\b[^\n|;&]{0,300}\s-[AX]\s+)(\S+)/g, quotedAsBefore],
  [/(\becho\s+)(\S[^\n|]{0,200}?)(?=\s*\|\s*sudo\s+-S\b)/g, quotedAsBefore],
  [/(\bsudo\s+-S\b[^\n|;&]{0,100}<<<\s*)(\S+)/g, quotedAsBefore],
  [/((?<=\bcreate\s+secret\b[^\n]{0,400})--from-literal[ =][\w.-]{1,80}=)("[^"\n]*"|'[^'\n]*'|\S+)/g, quotedAsBefore],
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
    String.raw`((?:passw(?:[o0]r)?d|passwort|passphrase|requirepass|secret(?:[_-]key)?|access[_-]key|api[_ -]?key`
      + String.raw`|token)\s+(?:is\s+|was\s+|ist\s+)?)(?!/)${NOT_A_WORD}([^\s"',;:()]{6,})`, 'gi'
  ), quotedAsBefore],
  // SNMP: alone on its line or quoted, since "community" is also a word; the default ones are not secret.
  [new RegExp(
    String.raw`(^[ \t-]*["']?(?:snmp[_-]?)?community(?:[_-]?string)?["']?\s*[:=][ \t]*)`
      + String.raw`(?!["']?(?:public|private)["']?\s*$)([^\s"',]+|"[^"\n]*"|'[^'\n]*')(?=\s*,?\s*$)`, 'gim'
  ), quotedAsBefore],
  [new RegExp(
    String.raw`(["'](?:snmp[_-]?)?community(?:[_-]?string)?["']\s*:\s*|(?<![A-Za-z])(?:snmp[_-]?community`
      + String.raw`|community[_-]?string)\s*[:=]\s*)(?!["']?(?:public|private)["']?(?:[\s,}]|$))(${VALUE})`, 'gi'
  ), quotedAsBefore],
  // One-time codes, with their neighbours in a list.
  [new RegExp(
    String.raw`(\b(?:recovery|backup|one-time|verification|2fa|mfa|totp)[ _-]codes?\s*(?:is|are|was|[:=])\s*)`
      + String.raw`((?:[\w-]{0,40}\d[\w-]{3,40})(?:[,;]?\s+[\w-]{0,40}\d[\w-]{3,40}){0,20})`, 'gi'
  ), quotedAsBefore],
  // Keys of alerting services; a routing key of a queue is not a secret.
  [/((?:routing|integration)[_-]?key\\?["']?\s*[:=]\s*\\?["']?)[A-Za-z0-9]{32}\b/gi, `$1${REPLACED}`],
  // Signatures in signed URLs of cloud storage.
  [/([?&](?:sig|key|auth|code|X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token))=)[^&\s"'#]+/gi, `$1${REPLACED}`],
  ...KNOWN_LOOKS.map((look): Rule => [look, REPLACED]),
  [/(hooks\.slack\.com\/(?:services|workflows)\/)[\w/]+/g, `$1${REPLACED}`],
  [/(discord(?:app)?\.com\/api\/webhooks\/\d+\/)[\w-]+/g, `$1${REPLACED}`],
  [/(webhook\.office\.com\/webhookb2\/)[\w@/-]+/g, `$1${REPLACED}`],
  [/(api\.telegram\.org\/bot)[\w:-]+/g, `$1${REPLACED}`],
  [/(events\.pagerduty\.com\/integration\/)\w+/g, `$1${REPLACED}`],
];

/** Returns `text` with `(redacted)` in place of each credential found, and without user and password in addresses. */
export function withoutCredentials(text: string): string {
  if (!MIGHT_HOLD_ONE.test(text)) return text;
  return RULES.reduce(
    (clean, [pattern, by]) => (typeof by === 'string' ? clean.replace(pattern, by) : clean.replace(pattern, by)), text
  );
}

/** Redacts a value; a quoted one stays quoted, so that JSON in a text stays valid. */
function quotedAsBefore(whole: string, head: string, value: string): string {
  if (value === REPLACED || value.startsWith(REPLACED.slice(0, -1))) return whole;
  const quote = /^(?:\\?["'])/.exec(value)?.[0] ?? '';
  const isClosed = quote !== '' && value.length > quote.length && value.endsWith(quote);
  return isClosed ? `${head}${quote}${REPLACED}${quote}` : `${head}${REPLACED}`;
}

/** Redacts like `quotedAsBefore`, and also lists: `map[Authorization:[Bearer x]]`, `[]string{"Bearer x"}`. */
function headerValue(whole: string, head: string, value: string): string {
  if (value.startsWith('{')) return `${head}{${REPLACED}}`;
  return value.startsWith('[') ? `${head}[${REPLACED}]` : quotedAsBefore(whole, head, value);
}
