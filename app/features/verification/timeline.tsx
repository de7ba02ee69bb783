import { useTranslation } from 'react-i18next';
import type { TimelineEntry } from '#core/verification/describe-timeline.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ReportChanges } from '../../parts/verdict/report-lines.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/page.tsx';
import style from './verification.module.css';

/** The revisions of a file: who signed each, and what it changed where. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const { t } = useTranslation('verification');
  const [language] = useLanguage();
  return (
    <Panel title={t('revisions')}>
      <p className={style.soft}>{t('revisionsAbout')}</p>
      <ol className={style.timeline}>
        {entries.map(({ revision, size, signers, stampers, changes }) => (
          <li key={revision}>
            <h3>{t('revisionHead', { number: revision, size: formatSize(size, language) })}</h3>
            {signers.map((name) => (
              <p key={name} className={style.event}>
                <Icon name="signature" size={16} /> <span>{t('signedBy', { name })}</span>
              </p>
            ))}
            {stampers.map((name) => (
              <p key={name} className={style.event}>
                <Icon name="clock" size={16} /> <span>{t('timestampedBy', { name })}</span>
              </p>
            ))}
            <ReportChanges
              changes={changes}
              label={t('changesOf', { number: revision })}
              words={(allowed) => t(allowed ? 'changeAllowed' : 'changeDisallowed')}
            />
            {signers.length + stampers.length + changes.length === 0 && (
              <p className={style.soft}>{t(revision === 1 ? 'revisionFirst' : 'revisionNothing')}</p>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
