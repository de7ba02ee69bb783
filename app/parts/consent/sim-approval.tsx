import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './consent.module.css';
import { useSimulatedCheck } from './use-simulated-check.ts';

/** The page of the simulated collaboration app, /sim/approval. It does not exist in production. */
export function SimApproval() {
  const { t } = useTranslation('consent');
  const { check, error, pending, decide } = useSimulatedCheck();
  return (
    <div className={style.asked}>
      {error ? (
        <ErrorState error={error} />
      ) : !check ? (
        <LoadingState />
      ) : check.state !== 'PENDING' ? (
        <p>{t('sim.decided')}</p>
      ) : (
        <>
          <p>{t('sim.question', { name: check.name })}</p>
          <Button
            wide
            kind="primary"
            pending={pending === 'SUCCESS'}
            disabled={pending === 'FAILURE'}
            onClick={() => void decide('SUCCESS')}
          >
            {t('sim.yes')}
          </Button>
          <Button
            wide
            pending={pending === 'FAILURE'}
            disabled={pending === 'SUCCESS'}
            onClick={() => void decide('FAILURE')}
          >
            {t('sim.no')}
          </Button>
        </>
      )}
    </div>
  );
}
