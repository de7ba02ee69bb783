import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type CertificateListRow,
  listCertificates,
  RENEWAL_STATES,
  renewCertificates,
} from '#core/certificate/calls.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { call } from '../../call.ts';
import type { ActionContext } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { toast } from '../../ui/toast-store.ts';
import { CERTIFICATE_BADGES, stateOf } from './badges.ts';
import style from './certificate.module.css';

const FILTERS = { stampName: '', status: '', sealCategory: '' };

/** Certificates of the enterprise's seals; renews one or several at once ([2.25e], [4.4g]). */
export function CertificateList() {
  const { t } = useTranslation('certificate');
  const list = useList(listCertificates, {
    filters: FILTERS,
    // While a renewal is pending, polls for its result.
    refresh: (rows) => (rows.some(({ update }) => update === 'UPDATING') ? 3_000 : false),
  });
  return (
    <ListPage
      title={t('title')}
      code="certificate.list"
      list={list}
      rowKey={(row) => row.stampId}
      columns={columnsOf(t)}
      fields={[
        { name: 'stampName', label: t('field.seal'), maxLength: 50 },
        choice('status', t('field.status'), t('any'), RENEWAL_STATES, (value) => t(`state.${value}`)),
        choice('sealCategory', t('field.category'), t('any'), ENTERPRISE_CATEGORIES, (value) =>
          t(`category.${value}`),
        ),
      ]}
      actions={[
        {
          id: 'update',
          label: t('action.update'),
          icon: 'refresh',
          when: (row) => row.actions.includes('update'),
          batch: { label: t('batch') },
          layer: (dialog) => <RenewDialog {...dialog} />,
          calls: [renewCertificates],
        },
      ]}
      empty={{ icon: 'certificate', title: t('empty.title'), text: t('empty.text') }}
    />
  );
}

/** Confirms which certificates to renew before placing the order. */
function RenewDialog({ rows, close, finish }: ActionContext<CertificateListRow>) {
  const { t } = useTranslation('certificate');
  const order = useMutation({
    mutationFn: () => call(renewCertificates, { stampIds: rows.map(({ stampId }) => stampId) }),
    onSuccess: () => {
      toast({ tone: 'success', text: t('renew.done', { count: rows.length }) });
      finish();
    },
  });
  return (
    <Dialog
      open
      onClose={close}
      title={t('renew.title', { count: rows.length })}
      locked={order.isPending}
      actions={
        <>
          <Button onClick={close}>{t('ui:cancel')}</Button>
          <Button kind="primary" pending={order.isPending} onClick={() => order.mutate()}>
            {t('renew.submit')}
          </Button>
        </>
      }
    >
      <p>{t('renew.text')}</p>
      <ul className={style.list}>
        {rows.map((row) => (
          <li key={row.stampId}>
            <strong>{row.stampName}</strong>
            <span className={style.soft}>{t(`category.${row.sealCategory}`)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type Translate = ReturnType<typeof useTranslation<'certificate'>>['t'];

const columnsOf = (t: Translate): Column<CertificateListRow>[] => [
  { id: 'stampName', title: t('field.seal'), minWidth: 140, sort: true, fixed: true },
  { id: 'sealCategory', title: t('field.category'), cell: (row) => t(`category.${row.sealCategory}`) },
  {
    id: 'serial',
    title: t('field.serial'),
    minWidth: 200,
    cell: (row) => <span className={style.serial}>{row.serial}</span>,
  },
  { id: 'notAfter', title: t('field.notAfter'), kind: 'date', sort: true, brief: true },
  {
    id: 'update',
    title: t('field.status'),
    fixed: true,
    brief: true,
    cell: (row) => <Badge {...CERTIFICATE_BADGES[stateOf(row)]}>{t(`state.${stateOf(row)}`)}</Badge>,
  },
  { id: 'certTypeId', title: t('field.certType'), cell: (row) => t(`certType.${row.certTypeId}`) },
];
