import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignatureCard as Card } from '#core/verification/describe-verification.ts';
import { Badge } from '../../ui/badge.tsx';
import { VERDICT_BADGES } from './badges.ts';
import { ReportChanges, ReportLines, ReportProblems } from './report-lines.tsx';
import style from './verdict.module.css';

/**
 * One signature of a report: signer, time, and results; certificates and permitted changes expand. `aside` is shown at
 * the right, such as a picture of its position. Needs the namespace `verification`.
 */
export function SignatureCard({ card, aside }: { card: Card; aside?: ReactNode }) {
  const { t } = useTranslation('verification');
  const allowedWord = (allowed: boolean) => t(allowed ? 'changeAllowed' : 'changeDisallowed');
  const wrong = card.changes.filter(({ allowed }) => !allowed);
  const fine = card.changes.filter(({ allowed, told }) => allowed && !told);
  const reported = card.changes.filter((change) => change.allowed && change.told);
  return (
    <article className={style.card} aria-label={t('signatureOf', { name: card.title })}>
      <div className={style.cardBody}>
        <header className={style.cardHead}>
          <h3>{card.title}</h3>
          <Badge {...VERDICT_BADGES[card.verdict]}>{card.verdictText}</Badge>
        </header>
        <ReportProblems problems={card.problems} label={t('problems')} />
        <ReportChanges changes={wrong} label={t('disallowedChanges')} words={allowedWord} revisions />
        <ReportChanges changes={reported} label={t('filledLater')} words={allowedWord} revisions />
        <ReportLines lines={card.lines} />
        {card.certificates.length > 0 && (
          <details className={style.details}>
            <summary>{t('certificates', { count: card.certificates.length })}</summary>
            {card.certificates.map((lines, index) => (
              <ReportLines key={index} lines={lines} className={style.certificate} />
            ))}
          </details>
        )}
        {fine.length > 0 && (
          <details className={style.details}>
            <summary>{t('allowedChanges', { count: fine.length })}</summary>
            <ReportChanges
              changes={fine}
              label={t('allowedChanges', { count: fine.length })}
              words={allowedWord}
              revisions
            />
          </details>
        )}
      </div>
      {aside}
    </article>
  );
}
