/** Explains why Alertmanager could not send a notification, by the answer of the receiver behind its words. Pure. */

const OF_NOTIFICATION = /notify retry canceled|notify for alerts failed|notify attempt failed|error on notify/i;
/** The status in an answer of Telegram, and in one of a receiver with HTTP. */
const TELEGRAM = /\btelegram: [^\n"]{1,120}?\((4\d\d)\)/i;
const STATUS = /\b(?:unexpected )?status code:? ([45]\d\d)\b/i;
const LATE = /context deadline exceeded|i\/o timeout|Client\.Timeout|\btimed out/i;
const UNREACHED = /connection refused|connection reset by peer|no route to host|network is unreachable/i;

const OF_TELEGRAM: Readonly<Record<string, string>> = {
  401: 'Telegram does not accept the bot token, so the notifications do not arrive: the token is not valid, or the bot '
    + 'was removed. Put a valid one into bot_token or bot_token_file of that receiver (getMe of the Bot API shows '
    + 'whether it is), then reload Alertmanager.',
  403: 'Telegram does not let the bot write to that chat: see whether it is still a member, or was blocked there.',
  404: 'Telegram knows no bot of that token: look at bot_token or bot_token_file of that receiver, and at api_url.',
  400: 'Telegram rejects the request, and its answer says why: look at chat_id and the template of that receiver.',
};
const BY_STATUS: Readonly<Record<string, string>> = {
  401: 'The receiver does not accept the credentials: look at the token, key or password of that receiver.',
  403: 'The receiver does not allow it: look at the credentials of that receiver, and at what they may do.',
  404: 'The receiver has nothing at that address: look at the URL of that receiver, and at the channel or room in it.',
  400: 'The receiver rejects the notification, and its answer says why: look at the channel, the fields and the '
    + 'template of that receiver.',
  429: 'The receiver limits the rate of notifications: group more alerts into one, or raise repeat_interval.',
};
/** Slack's answer to a webhook whose address is wrong or was revoked. */
const OF_SLACK = /\bslack\b[^\n]{0,600}\b(?:invalid_token|no_service|no_active_hooks|no_team|token_revoked)\b/i;
const SLACK_ADDRESS = 'Slack does not accept the address of the webhook, which is wrong, cut or revoked: make a new '
  + 'incoming webhook, and put its URL into slack_api_url or the api_url of that receiver.';
/** Slack's answer to the token of an app. */
const OF_SLACK_TOKEN = /\bslack\b[^\n]{0,600}\b(?:invalid_auth|not_authed|account_inactive|missing_scope)\b/i;
const SLACK_TOKEN = 'Slack does not accept the token of the app, or it lacks a scope: put a valid bot token with the '
  + 'scope chat:write into that receiver (http_config.authorization).';
const SLACK_GONE = 'Slack has no such webhook or channel: post to the api_url of that receiver with curl, and make a '
  + 'new incoming webhook if it is gone.';
/** Words for refused credentials, as opposed to missing permissions. */
const BAD_TOKEN = /\binvalid[_ ](?:token|auth|api[_ ]?key)\b|\btoken (?:is )?(?:invalid|expired|revoked)\b/i;
const FAILED = 'The receiver failed at the notification with an error of its own: see its log or its status page.';
const NOT_REACHED = 'A notification did not get through: see whether the receiver runs and is '
  + 'reachable from Alertmanager.';
const TOO_LATE = 'The receiver did not answer a notification in time: see whether it is reachable from Alertmanager, '
  + 'and how long it takes to answer.';
const SENTENCES: ReadonlySet<string> = new Set([
  ...Object.values(OF_TELEGRAM), ...Object.values(BY_STATUS), FAILED, NOT_REACHED, TOO_LATE,
  SLACK_ADDRESS, SLACK_TOKEN, SLACK_GONE,
]);

/** Returns what the answer to a notification means; null for other texts, and for answers without a known reason. */
export function notificationMeaning(text: string): string | null {
  if (!OF_NOTIFICATION.test(text)) return null;
  const telegram = OF_TELEGRAM[TELEGRAM.exec(text)?.[1] ?? ''];
  if (telegram !== undefined) return telegram;
  if (OF_SLACK.test(text)) return SLACK_ADDRESS;
  if (OF_SLACK_TOKEN.test(text)) return SLACK_TOKEN;
  const status = STATUS.exec(text)?.[1];
  if (status === '404' && /\bslack\b/i.test(text) && !/channel_not_found/.test(text)) return SLACK_GONE;
  if (status === '403' && BAD_TOKEN.test(text)) return BY_STATUS['401'] ?? null;
  if (status !== undefined) return BY_STATUS[status] ?? (status.startsWith('5') ? FAILED : null);
  return UNREACHED.test(text) ? NOT_REACHED : LATE.test(text) ? TOO_LATE : null;
}

/** Whether a sentence is such a meaning. */
export const isNotificationMeaning = (sentence: string): boolean => SENTENCES.has(sentence);
