import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ApprovedSource, getSourceDifference } from '#core/approval/source-calls.ts';
import { ContentDifference } from '../../parts/template-form/content-difference.tsx';
import { queryOf } from '../../query.ts';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './approval.module.css';

/** How a contract differs from the templates of its files: what is filled in, parties, places, and newer versions. */
export function SourceDifference({ approvalId }: { approvalId: string }) {
  const { t } = useTranslation('approval');
  const query = useQuery(queryOf(getSourceDifference, { approvalId }));
  if (query.error && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <LoadingState />;
  const { sources, parties } = query.data;
  if (sources.length === 0) return null;
  return (
    <section aria-label={t('source.title')}>
      <h2>{t('source.title')}</h2>
      {parties.length > 0 && (
        <ul className={style.changes}>
          {parties.map(({ change, name }) => (
            <li key={`${change}${name}`}>{t(`source.party.${change}`, { name: name || '—' })}</li>
          ))}
        </ul>
      )}
      {sources.map((source) => (
        <OneSource key={source.fileName} source={source} />
      ))}
    </section>
  );
}

function Filled({
  filled: { value, preset, bySigner, former },
}: {
  filled: ApprovedSource['values'][number];
}) {
  const { t } = useTranslation('approval');
  if (bySigner) return <span className={style.soft}>{t('source.bySigner')}</span>;
  return (
    <>
      {value || '—'}
      {former !== null && <strong> {t('source.former', { former: former || '—' })}</strong>}
      {preset && <span className={style.soft}> {t('source.preset', { preset })}</span>}
    </>
  );
}

function OneSource({ source }: { source: ApprovedSource }) {
  const { t } = useTranslation(['approval', 'sign']);
  const { fileName, templateName, number, newer, values, parts, places } = source;
  const otherParts = parts.filter(({ kept, usual }) => kept !== usual);
  return (
    <div className={style.source}>
      <h3>{fileName}</h3>
      <p className={style.soft}>{t('source.from', { name: templateName, number })}</p>
      <Facts
        facts={values.map((filled): Fact => [filled.name, <Filled key={filled.name} filled={filled} />])}
      />
      {(otherParts.length > 0 || places.length > 0) && (
        <ul className={style.changes}>
          {otherParts.map(({ name, kept }) => (
            <li key={name}>{t(kept ? 'source.partKept' : 'source.partDropped', { name })}</li>
          ))}
          {places.map(({ change, kind, party, page }, i) => (
            <li key={`${change}${kind}${party}${page}${i}`}>
              {t(`source.place.${change}`, { kind: t(`sign:kind.${kind}`), party: party || '—' })}
              {page > 0 && t('source.page', { page })}
            </li>
          ))}
        </ul>
      )}
      {otherParts.length === 0 && places.length === 0 && (
        <p className={style.soft}>{t('source.asTemplate')}</p>
      )}
      {newer && (
        <details className={style.more}>
          <summary>{t('source.newer', { number: newer.number })}</summary>
          <ContentDifference difference={newer.difference} />
        </details>
      )}
    </div>
  );
}
