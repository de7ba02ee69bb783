import { useTranslation } from 'react-i18next';
import { FactsDialog } from '../../kit/facts-dialog.tsx';

/** A customer's system as it is shown; `key` only right after it was made, '' otherwise. */
export type Registered = { customerId: string; name: string; path: string; key: string };

/** What the customer's developers need. */
export function CustomerFacts({ customer, onClose }: { customer: Registered; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const { customerId, name, path, key } = customer;
  return (
    <FactsDialog
      title={t('sso.factsOf', { name })}
      facts={[
        [t('sso.customerId'), customerId],
        [t('sso.entry'), `${location.origin}/${path}/singleSignOn`],
        ...(key ? [[t('sso.key'), key] as const] : []),
      ]}
      once={key ? t('sso.keyOnce') : undefined}
      onClose={onClose}
    />
  );
}
