import { useTranslation } from 'react-i18next';
import { FactsDialog } from '../../kit/facts-dialog.tsx';

/** Data of a customer's system; `key` only directly after it was created, otherwise ''. */
export type NewCustomer = { customerId: string; name: string; path: string; key: string };

/** Shows the integration data for the customer's developers. */
export function CustomerFacts({ customer, onClose }: { customer: NewCustomer; onClose: () => void }) {
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
