import { useTranslation } from 'react-i18next';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import style from './steps.module.css';

export type Step = { id: string; title: string; state?: 'done' | 'wrong' };

/** The steps of a wizard. With `onSelect` each step can be selected: going back never loses anything. */
export function Steps({
  steps,
  current,
  onSelect,
  label,
}: {
  steps: readonly Step[];
  current: string;
  onSelect?: (id: string) => void;
  label: string;
}) {
  const { t } = useTranslation('ui');
  return (
    <nav aria-label={label}>
      <ol className={style.steps}>
        {steps.map((step, at) => {
          const inside = (
            <>
              <span className={style.mark}>
                {step.state === 'done' ? (
                  <Icon name="check" size={14} label={t('steps.done')} />
                ) : step.state === 'wrong' ? (
                  <Icon name="warning" size={14} label={t('steps.wrong')} />
                ) : (
                  <span aria-hidden="true">{at + 1}</span>
                )}
              </span>
              <span className={style.title}>{step.title}</span>
            </>
          );
          const isCurrent = step.id === current;
          return (
            <li
              key={step.id}
              className={classes(style.step, step.state && style[step.state], isCurrent && style.current)}
              aria-current={isCurrent ? 'step' : undefined}
            >
              {onSelect && !isCurrent ? (
                <button type="button" className={style.words} onClick={() => onSelect(step.id)}>
                  {inside}
                </button>
              ) : (
                <span className={style.words}>{inside}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

export type ProgressStep = {
  id: string;
  title: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  detail?: string;
};

/** Completed, current and remaining steps of a long action, such as signing. */
export function ProgressSteps({ steps, label }: { steps: readonly ProgressStep[]; label: string }) {
  const { t } = useTranslation('ui');
  return (
    <ol className={style.progress} aria-label={label} aria-live="polite">
      {steps.map((step) => (
        <li key={step.id} className={classes(style.line, style[step.state])}>
          {step.state === 'running' ? (
            <Spinner className={style.turning} />
          ) : (
            <Icon
              name={step.state === 'done' ? 'success' : step.state === 'failed' ? 'error' : 'circle'}
              size={16}
            />
          )}
          <span>
            {step.title}
            <span className="visually-hidden"> {t(`steps.${step.state}`)}</span>
            {step.detail && <span className={style.detail}>{step.detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
