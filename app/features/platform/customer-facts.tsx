import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './platform.module.css';

/** A customer's system as it is shown; `key` only right after it was made, '' otherwise. */
export type Registered = { customerId: string; name: string; path: string; key: string };

/** What the customer's developers need. With a key it closes by its button alone: the key is shown this once. */
export function CustomerFacts({ customer, onClose }: { customer: Registered; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const once = customer.key !== '';
  const facts: [label: string, value: string][] = [
    [t('sso.customerId'), customer.customerId],
    [t('sso.entry'), `${location.origin}/${customer.path}/singleSignOn`],
    ...(once ? [[t('sso.key'), customer.key] as [string, string]] : []),
  ];
  const copy = (label: string, text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => toast({ tone: 'success', text: t('sso.copied', { label }) }),
      () => toast({ tone: 'error', text: t('sso.notCopied') }),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      locked={once}
      title={t('sso.factsOf', { name: customer.name })}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t(once ? 'sso.kept' : 'ui:close')}
        </Button>
      }
    >
      {once && <Notice tone="warning">{t('sso.keyOnce')}</Notice>}
      <Facts
        facts={facts.map(([label, value]) => [
          label,
          <span key={label} className={style.key}>
            <code>{value}</code>
            <IconButton
              icon="copy"
              size="small"
              label={t('sso.copy', { label })}
              onClick={() => copy(label, value)}
            />
          </span>,
        ])}
      />
    </Dialog>
  );
}
