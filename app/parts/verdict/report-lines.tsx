import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportChange, ReportLine, ReportProblem } from '#core/verification/describe-verification.ts';
import type { StateBadge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { TONE_BADGES, WEIGHT_BADGES } from './badges.ts';
import style from './verdict.module.css';

const INKS: Record<StateBadge['tone'], string | undefined> = {
  success: style.inkSuccess,
  warning: style.inkWarning,
  error: style.inkError,
  neutral: style.inkNeutral,
  info: style.inkNeutral,
};

function Mark({ look }: { look: StateBadge | null }) {
  if (!look) return null;
  return (
    <span className={classes(style.point, INKS[look.tone])}>
      <Icon name={look.icon} size={16} />
    </span>
  );
}

/** Label and text of each line, with the icon of its tone. */
export function ReportLines({ lines, className }: { lines: readonly ReportLine[]; className?: string }) {
  return (
    <dl className={classes(style.lines, className)}>
      {lines.map(({ label, text, tone }, index) => (
        <Line key={`${index} ${label}`} label={label}>
          <Mark look={TONE_BADGES[tone]} />
          <span>{text}</span>
        </Line>
      ))}
    </dl>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The problems as sentences, most severe first. */
export function ReportProblems({ problems, label }: { problems: readonly ReportProblem[]; label: string }) {
  if (problems.length === 0) return null;
  return (
    <ul className={style.items} aria-label={label}>
      {problems.map(({ code, text, weight }) => (
        <li key={code}>
          <Mark look={WEIGHT_BADGES[weight]} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Maximum number of listed changes; the rest is only counted. */
const MOST_CHANGES = 50;

/** Changes with their page; `textOf` says whether a change was allowed, `revisions` whether to say which one made it. */
export function ReportChanges({
  changes,
  label,
  words: textOf,
  revisions = false,
}: {
  changes: readonly ReportChange[];
  label: string;
  words: (allowed: boolean) => string;
  revisions?: boolean;
}) {
  const { t } = useTranslation('verification');
  if (changes.length === 0) return null;
  const rest = changes.length - MOST_CHANGES;
  return (
    <ul className={style.items} aria-label={label}>
      {changes.slice(0, MOST_CHANGES).map(({ text, where, detail, allowed, revision }, index) => (
        <li key={`${index} ${text}`}>
          <Mark look={TONE_BADGES[allowed ? 'good' : 'bad']} />
          <span>
            {[where, text].filter(Boolean).join(' ')}{' '}
            <span className={allowed ? style.soft : style.inkError}>{textOf(allowed)}</span>
            <span className={style.soft}>
              {detail && ` · ${detail}`}
              {revisions && ` · ${t('changeRevision', { revision })}`}
            </span>
          </span>
        </li>
      ))}
      {rest > 0 && <li className={style.soft}>{t('moreChanges', { count: rest })}</li>}
    </ul>
  );
}
