/** Quotes what the writer of a report says that bears on its fault, beside its circumstances. Pure; bounded. */
import { writersSentences } from '../../look/writersSentences.ts';
import { isTold, placesOf, quotations } from '../prose/quotedWords.ts';
import {
  ANY_FAULT, BUSY_DISK, DAMAGE, DENIED, DUPLICATES, FULL, LOCK, MEMORY, OF_FILE_SYSTEM, REFUSED_LOGIN, SLOW, TLS,
  UNREACHED,
} from './faults.ts';

const any = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), 'i');

const PROCESSES =
  '(?:tasks?|pods?|instances?|containers?|process(?:es)?|replicas?|servers?|prometheuses|copies|copy|nodes?)';
const LOGINS = '(?:tokens?|passwords?|secrets?|credentials?|keys?)';
/** Network file systems and shares. */
const SHARES = any(
  /\b(?:NFS(?:v?[34])?|EFS|CIFS|SMB|Samba|GlusterFS|CephFS|Azure ?Files?|SSHFS|FSx|Filestore|JuiceFS)\b/,
  /\bnetwork (?:share|drive|storage|file ?system|volume)\b/,
);
const AMOUNT = /\b\d[\d.,]{0,12} ?(?:k|m|million|thousand|billion)? (?:active |time |log )?/.source;

/** For each kind of fault the words of sentences that bear on it. */
const BEARING: readonly (readonly [RegExp, RegExp])[] = [
  [LOCK, any(
    new RegExp(String.raw`\b(?:old|previous|other|second|another|former) (?:[\w-]{1,20} ){0,2}${PROCESSES}\b`),
    new RegExp(String.raw`\b(?:both|two|2) (?:[\w-]{1,20} ){0,2}${PROCESSES}\b|\bRollingUpdate\b`),
    /\bsame (?:[\w-]{1,20} ){0,2}(?:volumes?|PVC|PV|claim|disk|director(?:y|ies)|folder|data)\b/,
    /\bstill run(?:s|ning)\b|\brolling (?:update|deploy\w{0,6})\b/,
  )],
  [OF_FILE_SYSTEM, SHARES],
  [DAMAGE, any(
    /\b(?:power (?:loss|outage|failure|cut)|lost power|black-?out|brown-?out|unclean(?:ly)?|kernel panic|kill -9)\b/,
    /\b(?:hard|forced|sudden) (?:reset|reboot|restart|shutdown)\b|\bran out of (?:disk )?space\b|\bno space left\b/,
    /\b(?:node|host|machine|VM|computer|disk|hypervisor) (?:[\w-]{1,20} )?(?:crashed|rebooted|restarted|died|froze)\b/,
    /\bdisk (?:was|got|became|ran|went) full\b|\bfull disk\b|\b(?:bad|broken) (?:sectors?|disk|SSD|RAM)\b/,
    /\b(?:copied|rsynced|restored|moved)\b.{0,60}\b(?:data|blocks?|volume|snapshot|folder|directory|backup)\b/,
    /\bOOM(?:s|ed|[- ]?kill(?:s|ed|er)?)?\b|\bout[- ]of[- ]memory\b/,
  )],
  [MEMORY, any(
    /\b(?:added|doubled|increased|raised|reduced|lowered|enabled)\b.{0,80}\b(?:memory|RAM|limits?|targets?|series)\b/,
    new RegExp(`${AMOUNT}(?:series|targets|streams|samples)\\b`),
    /\b(?:limit(?:ed)?|RAM|memory) (?:is |of |to |limit (?:is |of )?)\d[\d.]{0,6} ?[KMGT]i?B?\b/,
    /\b\d[\d.]{0,6} ?[KMGT]i?B (?:of )?(?:RAM|memory)\b/,
  )],
  [FULL, any(
    /\b(?:plenty of|enough|free|available) (?:disk |free )?space\b|\bout of inodes\b|\binodes?\b/,
    /\b\d[\d.,]{0,8} ?(?:%|percent|[KMGT]i?B?) (?:is |are )?(?:free|used|full|available|of (?:the )?(?:disk|volume))\b/,
    /\bretention (?:is|of|was|to|time)\b|\b(?:disk|volume|PVC?) (?:is|of|has|was) (?:only )?\d/,
    /\b(?:increased|enlarged|resized|expanded|extended|freed|doubled)\b.{0,40}\b(?:disks?|volumes?|PVCs?|space)\b/,
  )],
  [DENIED, any(
    /\bch(?:own|mod)\b|\b(?:runAsUser|runAsNonRoot|fsGroup|securityContext|SELinux|AppArmor|non-?root|hostPath)\b/,
    /\bas root\b|\bas (?:the )?user \S|\buid\b|\bowned by\b|\bbind[- ]mount|\brootless\b/,
  )],
  [REFUSED_LOGIN, any(
    new RegExp(String.raw`\b${LOGINS}\b.{0,60}\b(?:rotat|expir|chang|renew|revok|replac)\w{1,5}\b`),
    new RegExp(String.raw`\b(?:rotated|changed|renewed|revoked|replaced|expired)\b.{0,40}\b${LOGINS}\b`),
  )],
  [TLS, any(
    /\b(?:certificates?|certs?|CA)\b.{0,80}\b(?:renewed|expired|replaced|rotated|changed|new|internal|private)\b/,
    /\bself-signed\b|\b(?:renewed|expired|replaced|rotated)\b.{0,40}\b(?:certificates?|certs?|CA)\b/,
  )],
  [DUPLICATES, any(
    new RegExp(String.raw`\b(?:two|both|2|three|3|several|multiple) (?:[\w-]{1,20} ){0,2}(?:${PROCESSES}|jobs|agents|`
      + String.raw`collectors|senders|scrapers)\b`),
    /\bHA (?:pair|set-?up|mode)\b|\bhigh availability\b|\bexternal[_ ]labels?\b|\bfederat\w{1,4}\b|\bpush-?gateway\b/,
    /\bbackfill\w{0,3}\b|\bNTP\b|\bclocks?\b|\btime ?zones?\b|\bsame (?:job|targets?|labels?)\b/,
  )],
  [UNREACHED, any(
    /\b(?:curl|wget|ping|telnet|nslookup|dig|nc)\b.{0,60}\b(?:works?|fails?|succeeds?|times out|resolves?)\b/,
    /\b(?:firewall|security groups?|network polic(?:y|ies)|NetworkPolicy|proxy|VPN|load balancer|istio)\b/,
    /\b(?:different|another|separate|same) (?:docker )?(?:network|subnet|namespace|cluster|host|machine|VPC)s?\b/,
  )],
  [BUSY_DISK, any(
    /\b(?:consum|us|tak|caus|do|writ|read|generat)(?:es?|ing|ed|s)?\b.{0,60}\b(?:I\/?O|IOPS|disk)\b|\bi?otop\b/,
  )],
  [SLOW, any(
    new RegExp(`${AMOUNT}(?:series|targets|streams|samples|metrics|rules|devices|hosts|requests|queries|rows)\\b`),
    new RegExp(`${AMOUNT}(?:agents|clients|writers|shards|partitions|blocks|dashboards|users)\\b`),
    /\b(?:HDDs?|spinning disks?|SATA|IOPS|gp[23]|burst credits?)\b|\b(?:throttled|throttling)\b/,
  )],
];

/** Words of sentences on what happened to a machine. */
const EVENTS = any(
  /\b(?:kernel|RAID|hardware|network|power|switch) (?:[\w-]{1,20} )?(?:issues?|failures?|faults?|outages?)\b/,
  /\b(?:node|host|machine|VM|server) (?:[\w-]{1,20} ){0,2}(?:rebooted|lost power|went down|died|froze|was replaced)\b/,
  /\bnodes? (?:[\w-]{1,20} ){0,3}NotReady\b/,
);

/** Words of sentences on what followed from the fault, and on what the writer did without success. */
const FOLLOWS = any(new RegExp(
  String.raw`\b(?:eventually|finally|in the end|after (?:a|some) (?:while|time))\b.{0,80}\b(?:OOMs?|OOM-?killed`
    + String.raw`|out of memory|crash(?:es|ed)?|killed|dies|died|hangs?|unresponsive|restarts?)\b`,
));
const TRIED = any(new RegExp(
  String.raw`\b(?:tried|ran|(?:restart|increas|rais|doubl|chang|disabl|delet|add|remov|updat|upgrad|downgrad)`
    + String.raw`(?:ed|ing))\b.{0,100}\b(?:without `
    + String.raw`success|no (?:success|effect|luck|avail|change)|did(?: not|n't) help|same (?:error|problem|result)`
    + String.raw`|still (?:fails?|crash(?:es|ing)?|the same))\b`
    + String.raw`|\b(?:restart|reboot|update|upgrade|downgrade)s?\b.{0,80}\b(?:did(?: not|n't) help|no effect)\b`,
));

/** A text with more sentences is documentation, or about many faults. */
const MAX_SENTENCES = 60;
const MAX_QUOTED = 2;

/** Returns what the writer says beside its circumstances that bears on the facts; null without such a sentence. */
export function writersWords(facts: string, text: string): string | null {
  const kinds = BEARING.filter(([fault]) => fault.test(facts)).map(([, says]) => says);
  const isFault = ANY_FAULT.test(facts);
  if (kinds.length === 0 && !isFault) return null;
  const all = writersSentences(text);
  const sentences = all.length > MAX_SENTENCES ? [] : all.filter((one) => !isTold(one, facts));
  const byKind = kinds.map((says) => placesOf(says, sentences));
  const found = [
    ...byKind.flatMap((places) => places.slice(0, 1)),
    ...isFault ? [EVENTS, FOLLOWS, TRIED].flatMap((says) => placesOf(says, sentences)) : [],
    ...byKind.flat(),
  ];
  const quotes = quotations(found, sentences, MAX_QUOTED);
  if (quotes.length === 0) return null;
  return `The text ${facts.includes(SAYS) ? 'also says' : 'says'}: ${quotes.join('; ')}.`;
}
const SAYS = 'The text says: "';
