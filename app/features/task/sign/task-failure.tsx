import { useTranslation } from 'react-i18next';
import { ERROR_CODES } from '#core/errors.ts';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/state.tsx';
import { isClientError } from '../../../wire/client-error.ts';

/**
 * A task that cannot be shown: if it does not exist for this identity, or the URL was truncated and names none (then
 * without `error`), says what to check ([8.10]). May be full-screen, so it contains the link out.
 */
export function TaskFailure({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const { t } = useTranslation('task');
  const embedded = useEmbedded();
  const gone =
    error === undefined ||
    (isClientError(error) &&
      [ERROR_CODES.NOT_FOUND, ERROR_CODES.INPUT_INVALID].some((c) => c === error.code));
  return (
    <ErrorState
      whole
      error={error}
      {...(onRetry ? { onRetry } : {})}
      {...(embedded ? {} : { ways: <LinkButton to="/home">{t('shell:goHome')}</LinkButton> })}
    >
      {gone ? t('unreachable') : undefined}
    </ErrorState>
  );
}
