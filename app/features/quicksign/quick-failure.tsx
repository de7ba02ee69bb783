import { useTranslation } from 'react-i18next';
import { ERROR_CODES } from '#core/errors.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { isClientError } from '../../wire/client-error.ts';

export const QUICK_LIST = '/quickSignManage/quickList';

/** Files that cannot be shown. May be full-screen, so it contains the link back to the list. */
export function QuickFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('quicksign');
  // The URL was truncated: there is no user input that could be invalid.
  const cut = isClientError(error) && error.code === ERROR_CODES.INPUT_INVALID;
  return (
    <ErrorState
      whole
      error={error}
      onRetry={onRetry}
      ways={<LinkButton to={QUICK_LIST}>{t('toList')}</LinkButton>}
    >
      {cut ? t('error:NOT_FOUND') : undefined}
    </ErrorState>
  );
}
