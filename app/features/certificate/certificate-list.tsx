import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#core/call.ts';
import {
  type CertificateListRow,
  listCertificates,
  RENEWAL_STATES,
  renewCertificates,
} from '#core/certificate/calls.ts';
import { ENTERPRISE_CATEGORIES } from '#core/seal/states.ts';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { toast } from '../../ui/toast-store.ts';
import style from './certificate.module.css';
import { CERTIFICATE_LOOKS, stateOf } from './looks.ts';

const EMPTY = { stampName: '', status: '', sealCategory: '' };

/** Certificates of the enterprise's seals and their renewal, one by one or several at once ([2.25e], [4.4g]). */
export function CertificateList() {
  const { t } = useTranslation('certificate');
  const state = useListState(EMPTY);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [renewing, renew] = useState<readonly CertificateListRow[]>([]);
  const input = useMemo(
    () => filledIn({ ...state.page, ...state.filters }) as InputOf<typeof listCertificates>,
    [state.page, state.filters],
  );
  const list = useQuery({
    ...queryOf(listCertificates, input),
    // A renewal ends by itself: the list shows it without a reload.
    refetchInterval: ({ state: { data } }) =>
      data?.records.some(({ update }) => update === 'UPDATING') ? 3_000 : false,
  });
  const columns = useMemo(() => columnsOf(t), [t]);
  const actions = useMemo(
    (): RowAction<CertificateListRow>[] => [
      {
        id: 'update',
        label: t('action.update'),
        icon: 'refresh',
        hidden: (row) => !row.actions.includes('update'),
        onAction: (row) => renew([row]),
      },
    ],
    [t],
  );
  const any = { value: '', label: t('any') };
  const fields = [
    { name: 'stampName', label: t('field.seal'), maxLength: 50 },
    {
      name: 'status',
      label: t('field.status'),
      kind: 'select' as const,
      options: [any, ...RENEWAL_STATES.map((value) => ({ value, label: t(`state.${value}`) }))],
    },
    {
      name: 'sealCategory',
      label: t('field.category'),
      kind: 'select' as const,
      options: [any, ...ENTERPRISE_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))],
    },
  ];
  const rows = list.data?.records;
  const chosen = rows?.filter(({ stampId }) => selected.has(stampId)) ?? [];
  return (
    <Page title={t('title')}>
      <Panel>
        <SearchForm fields={fields} values={state.filters} onSearch={state.search} />
        <Table
          {...pagedTable(list, state)}
          code="certificate.list"
          label={t('title')}
          columns={columns}
          rowKey={(row) => row.stampId}
          empty={
            <EmptyState icon="certificate" title={t('empty.title')}>
              {t('empty.text')}
            </EmptyState>
          }
          actions={actions}
          selection={{
            selected,
            onChange: select,
            disabled: (row) => !row.actions.includes('update'),
            actions: (
              <Button icon="refresh" size="small" onClick={() => renew(chosen)}>
                {t('batch')}
              </Button>
            ),
          }}
        />
      </Panel>
      {renewing.length > 0 && (
        <RenewDialog
          rows={renewing}
          onClose={() => renew([])}
          onDone={() => {
            renew([]);
            select(new Set());
          }}
        />
      )}
    </Page>
  );
}

/** What will be renewed, before an order is placed. */
function RenewDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly CertificateListRow[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('certificate');
  const refresh = useRefresh();
  const order = useMutation({
    mutationFn: () => call(renewCertificates, { stampIds: rows.map(({ stampId }) => stampId) }),
    onSuccess: async () => {
      await refresh(renewCertificates);
      toast({ tone: 'success', text: t('renew.done', { count: rows.length }) });
      onDone();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('renew.title', { count: rows.length })}
      locked={order.isPending}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
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
  { id: 'notAfter', title: t('field.notAfter'), kind: 'date', sort: true },
  {
    id: 'update',
    title: t('field.status'),
    fixed: true,
    cell: (row) => <Badge {...CERTIFICATE_LOOKS[stateOf(row)]}>{t(`state.${stateOf(row)}`)}</Badge>,
  },
  { id: 'certTypeId', title: t('field.certType'), cell: (row) => t(`certType.${row.certTypeId}`) },
];
