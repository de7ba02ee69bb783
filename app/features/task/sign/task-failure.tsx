import { useTranslation } from 'react-i18next';
import { ERROR_CODES } from '#core/errors.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/state.tsx';
import { isClientError } from '../../../wire/client-error.ts';

/**
 * A task that cannot be shown: where it is not there for this identity, or its address was cut short and names none
 * (no `error` then), what to check is said ([8.10]). It may have the whole screen, so the way out is here.
 */
export function TaskFailure({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const { t } = useTranslation('task');
  const gone =
    error === undefined ||
    (isClientError(error) &&
      [ERROR_CODES.NOT_FOUND, ERROR_CODES.INPUT_INVALID].some((c) => c === error.code));
  return (
    <ErrorState
      whole
      error={error}
      {...(onRetry ? { onRetry } : {})}
      ways={<LinkButton to="/home">{t('shell:goHome')}</LinkButton>}
    >
      {gone ? t('unreachable') : undefined}
    </ErrorState>
  );
}
