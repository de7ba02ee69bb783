import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeTimeline } from '#core/verification/describe-timeline.ts';
import { describeVerification } from '#core/verification/describe-verification.ts';
import type { SignaturePlace } from '#core/verification/find-places.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ReportProblems } from '../../parts/verdict/report-lines.tsx';
import { SignatureCard } from '../../parts/verdict/signature-card.tsx';
import { VerdictBanner } from '../../parts/verdict/verdict-banner.tsx';
import { usePageSource } from '../../stage/use-page-source.ts';
import { Button } from '../../ui/button.tsx';
import { adviceFor } from './advice.ts';
import { PlaceThumb } from './place-thumb.tsx';
import { Timeline } from './timeline.tsx';
import { useFileBytes } from './use-file-bytes.ts';
import { useReport } from './use-report.ts';
import style from './verification.module.css';
import type { VerifiedFile } from './worker-orders.ts';

const PageViewer = lazy(() => import('./page-viewer.tsx').then((m) => ({ default: m.PageViewer })));

/** The result for a file: one sentence, a card per signature, and the changes between revisions. */
export function FileResult({ file, checked }: { file: File; checked: VerifiedFile }) {
  const { t } = useTranslation('verification');
  const [language] = useLanguage();
  const { result, places } = checked;
  const report = useMemo(() => describeVerification(result, language), [result, language]);
  const timeline = useMemo(() => describeTimeline(result, report), [result, report]);
  // The pages of a bundle's files are not shown: each file of it can be chosen by itself.
  const readable = result.verdict !== 'error' && result.format !== 'evidence';
  const bytes = useFileBytes(readable ? file : null);
  const opened = usePageSource(bytes, result.format === 'ofd' ? 'OFD' : 'PDF');
  const source = opened.state === 'open' ? opened.source : null;
  const [viewing, setViewing] = useState<SignaturePlace | 'start' | null>(null);
  const download = useReport({
    name: file.name,
    format: result.format?.toUpperCase() ?? '–',
    size: result.size,
    sha256: checked.sha256,
    report,
    timeline,
  });
  const titles = new Map(
    [...report.signatures, ...report.documentTimestamps].map(({ name, title }) => [name, title]),
  );
  const placeOf = (name: string) => places.find((place) => place.name === name);

  return (
    <>
      <VerdictBanner verdict={report.verdict} word={report.verdictText} sentence={report.headline}>
        <p>{t(`advice.${adviceFor(result)}`)}</p>
        <p className={style.fileLine}>
          {file.name} · {formatSize(result.size, language)}
        </p>
        <div className={style.acts}>
          <Button icon="download" pending={download.isPending} onClick={() => download.mutate()}>
            {t('download')}
          </Button>
          {source && (
            <Button icon="eye" onClick={() => setViewing('start')}>
              {t('openPages')}
            </Button>
          )}
        </div>
      </VerdictBanner>
      <ReportProblems problems={report.problems} label={t('problems')} />
      {report.signatures.length > 0 && (
        <section className={style.group} aria-label={t('signatures', { count: report.signatures.length })}>
          <h2>{t('signatures', { count: report.signatures.length })}</h2>
          {report.signatures.map((card) => {
            const place = placeOf(card.name);
            return (
              <SignatureCard
                key={card.name}
                card={card}
                aside={
                  source &&
                  place && (
                    <PlaceThumb
                      source={source}
                      place={place}
                      label={t('placeOf', { name: card.title, page: place.page })}
                      onOpen={() => setViewing(place)}
                    />
                  )
                }
              />
            );
          })}
        </section>
      )}
      {report.documentTimestamps.length > 0 && (
        <section className={style.group} aria-label={t('documentTimestamps')}>
          <h2>{t('documentTimestamps')}</h2>
          {report.documentTimestamps.map((card) => (
            <SignatureCard key={card.name} card={card} />
          ))}
        </section>
      )}
      {report.signatures.length > 0 && timeline.length > 0 && <Timeline entries={timeline} />}
      {viewing && source && (
        <Suspense fallback={null}>
          <PageViewer
            title={t('pagesOf', { name: file.name })}
            source={source}
            places={places}
            titles={titles}
            at={viewing === 'start' ? null : viewing}
            onClose={() => setViewing(null)}
          />
        </Suspense>
      )}
    </>
  );
}
