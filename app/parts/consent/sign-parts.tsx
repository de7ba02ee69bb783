import { useTranslation } from 'react-i18next';
import { SIGN_STEPS } from '#core/task/calls.ts';
import { ProgressSteps } from '../../ui/steps.tsx';
import style from './consent.module.css';

/** What is signed, as whom, with what: label and text per line. */
export type Summary = readonly (readonly [term: string, words: string])[];

export function SummaryLines({ summary }: { summary: Summary }) {
  return (
    <dl className={style.summary}>
      {summary.map(([term, words]) => (
        <div key={term} style={{ display: 'contents' }}>
          <dt>{term}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The last reported step is in progress; those before it are done. */
export function SignProgress({ step }: { step: string | undefined }) {
  const { t } = useTranslation('sign');
  const at = (SIGN_STEPS as readonly string[]).indexOf(step ?? '');
  return (
    <ProgressSteps
      label={t('progress')}
      steps={SIGN_STEPS.map((id, i) => ({
        id,
        title: t(`stepName.${id}`),
        state: i < at ? 'done' : i === at ? 'running' : 'waiting',
      }))}
    />
  );
}
