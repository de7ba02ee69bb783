import { useTranslation } from 'react-i18next';
import { ERROR_CODES } from '#core/errors.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { isClientError } from '../../wire/client-error.ts';

export const QUICK_LIST = '/quickSignManage/quickList';

/** Files that cannot be shown. They may have the whole screen, so the way back to the list is here. */
export function QuickFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('quicksign');
  // The address was cut short: nobody filled in anything that could be wrong.
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
