import { useTranslation } from 'react-i18next';
import { ERROR_CODES } from '#core/errors.ts';
import { ErrorState } from '../../../ui/state.tsx';
import { isClientError } from '../../../wire/client-error.ts';

/** A task that cannot be shown: where it is not there for this identity, what to check is said ([8.10]). */
export function TaskFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('task');
  const gone = isClientError(error) && error.code === ERROR_CODES.NOT_FOUND;
  return (
    <ErrorState error={error} onRetry={onRetry}>
      {gone ? t('unreachable') : undefined}
    </ErrorState>
  );
}
