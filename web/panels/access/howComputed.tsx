import { HowComputed, HowSteps } from '../../ui/HowComputed.tsx';

const HOW = [
  {
    name: 'Roles',
    text: 'The configuration assigns them under access. A viewer reads; an operator also captures, uploads, writes '
      + 'notes and makes embeds; an admin also sees this page and makes tokens.',
  },
  {
    name: 'Tokens',
    text: 'For scripts. A token is shown once, when it is created; only its hash is stored, so a lost one is replaced.',
  },
  {
    name: 'Audit log',
    text: 'Who changed what, and logins that failed, newest first. The headline counts failed logins of the last day. '
      + 'The search finds entries with all of its words.',
  },
];

/** How access works; the key `?` opens it. */
export function AccessHow() {
  return <HowComputed><HowSteps steps={HOW} /></HowComputed>;
}
