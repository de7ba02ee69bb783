import { useTranslation } from 'react-i18next';
import { provenNames } from '#core/task/signer-proofs.ts';
import { isSuspension, type TrailEvent } from '#core/task/states.ts';
import type { TrailEntry } from '#core/task/trail.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import type { Tone } from '../../../ui/badge.tsx';
import { classes } from '../../../ui/classes.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import style from './trail.module.css';

/** Looks of trail events. */
const EVENT_BADGES: Record<TrailEvent, { icon: IconName; tone: Tone }> = {
  INITIATED: { icon: 'send', tone: 'info' },
  STARTED: { icon: 'progress', tone: 'neutral' },
  VIEWED: { icon: 'eye', tone: 'neutral' },
  SIGNED: { icon: 'pen', tone: 'success' },
  REVOKED: { icon: 'undo', tone: 'warning' },
  EXPIRED: { icon: 'clock', tone: 'warning' },
  COMPLETED: { icon: 'success', tone: 'success' },
  PRESERVED: { icon: 'certificate', tone: 'neutral' },
  FROZEN: { icon: 'pause', tone: 'warning' },
  THAWED: { icon: 'progress', tone: 'neutral' },
  REFUSED: { icon: 'error', tone: 'error' },
  URGED: { icon: 'bell', tone: 'neutral' },
  SENT_FOR_REVIEW: { icon: 'eye', tone: 'info' },
  REVIEW_PASSED: { icon: 'check', tone: 'success' },
  REVIEW_FAILED: { icon: 'error', tone: 'error' },
  REVIEWED: { icon: 'check', tone: 'neutral' },
  DOWNLOADED: { icon: 'download', tone: 'neutral' },
  CLAIMED: { icon: 'user', tone: 'info' },
  UNCLAIMED: { icon: 'warning', tone: 'warning' },
  HANDED_OVER: { icon: 'users', tone: 'neutral' },
  CORRECTED: { icon: 'pen', tone: 'info' },
  COPY_CORRECTED: { icon: 'pen', tone: 'info' },
  SENT: { icon: 'send', tone: 'info' },
  PLACES_ADDED: { icon: 'seal', tone: 'info' },
  EXTENDED: { icon: 'clock', tone: 'info' },
  REMINDED: { icon: 'bell', tone: 'neutral' },
  SIGNERS_REMINDED: { icon: 'bell', tone: 'neutral' },
  VOID_BEGUN: { icon: 'ban', tone: 'info' },
  VOIDED: { icon: 'ban', tone: 'warning' },
  AUTO_SIGN_FAILED: { icon: 'warning', tone: 'warning' },
  VOID_FAILED: { icon: 'ban', tone: 'neutral' },
};

/** The history of a task, latest first: who, when, what, why, and the evidence ([4.1c]). */
export function Timeline({ entries }: { entries: readonly TrailEntry[] }) {
  const { t } = useTranslation('trail');
  return (
    <ol className={style.timeline} reversed>
      {entries.toReversed().map((entry) => {
        const { icon, tone } = EVENT_BADGES[entry.event];
        return (
          <li key={entry.seq} className={style.entry}>
            <span className={classes(style.mark, tone !== 'neutral' && style[tone])}>
              <Icon name={icon} size={16} />
            </span>
            <div className={style.event}>
              <div className={style.eventHead}>
                <strong>
                  {isSuspension(entry.evidence.reason ?? '')
                    ? t('event.SUSPENDED')
                    : t(`event.${entry.event}`)}
                </strong>
                <time className={style.soft}>{formatDateTime(entry.at, { seconds: true })}</time>
              </div>
              <span className={style.soft}>
                {[entry.agent, entry.operator === 'Signet' ? t('bySystem') : entry.operator]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {entry.evidence.consent === 'AUTOMATIC' && (
                <p className={style.remark}>{t('consent.AUTOMATIC')}</p>
              )}
              {entry.remark && (
                <p className={style.remark}>
                  {entry.event === 'SIGNED' ? t('filledIn', { names: entry.remark }) : entry.remark}
                </p>
              )}
              {entry.event === 'FROZEN' && entry.evidence.reason && (
                <p className={style.remark}>{t(`task:frozen.${entry.evidence.reason}`)}</p>
              )}
              <Evidence entry={entry} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

type Translate = ReturnType<typeof useTranslation<'trail'>>['t'];

/** Localises names of states and methods; returns everything else unchanged. */
function valueText(t: Translate, key: string, value: string): string {
  switch (key) {
    case 'consent':
      return provenText(t, value);
    case 'reason':
      return t(`task:frozen.${value}`, { defaultValue: value });
    case 'decision':
      return t(`decision.${value}`, { defaultValue: value });
    case 'deadline':
    case 'deadlineBefore':
      return formatDateTime(Number(value));
    case 'state':
      return t(`ended.${value}`, { defaultValue: value });
    case 'role':
      return value
        .split(' ')
        .map((role) => t(`company:role.${role}`, { defaultValue: role }))
        .join('、');
    default:
      return /^proof \d+$/.test(key) ? proofText(t, value) : value;
  }
}

/** A method of consent, or the proofs that a sender asked for, in their order. */
const provenText = (t: Translate, method: string): string =>
  provenNames(method)
    .map(([asked, instead]) => {
      const [one, other] = [asked, instead].map((name) => t(`consent.${name}`, { defaultValue: name }));
      return instead ? t('instead', { asked: one, instead: other }) : one;
    })
    .join(' → ');

/** One of them with its time, as the trail has it. */
function proofText(t: Translate, value: string): string {
  const [name = '', at = ''] = value.split(' ');
  return `${provenText(t, name)} ${formatDateTime(Date.parse(at))}`;
}

/** Digests, certificate and consent method of an entry, and its position in the chain. */
function Evidence({ entry }: { entry: TrailEntry }) {
  const { t } = useTranslation('trail');
  const wordFor = (key: string) => {
    const [, position] = /^document (\d+)$/.exec(key) ?? [];
    if (position) return t('evidence.document', { position });
    const [, made] = /^template (\d+)$/.exec(key) ?? [];
    if (made) return t('evidence.template', { position: made });
    const [, filled] = /^filled (\d+)$/.exec(key) ?? [];
    if (filled) return t('evidence.filled', { position: filled });
    const [, proof] = /^proof (\d+)$/.exec(key) ?? [];
    if (proof) return t('evidence.proof', { position: proof });
    return t(`evidence.${key}`, { defaultValue: key });
  };
  const lines: [string, string][] = [
    ...Object.entries(entry.evidence).map(([key, value]): [string, string] => [
      wordFor(key),
      valueText(t, key, value),
    ]),
    [t('evidence.previous'), entry.previousHash],
    [t('evidence.hash'), entry.hash],
  ];
  return (
    <details className={style.details}>
      <summary>{t('evidence.title')}</summary>
      <div className={style.evidence}>
        <Facts facts={lines.map(([label, value]) => [label, <code key={label}>{value}</code>])} />
      </div>
    </details>
  );
}
