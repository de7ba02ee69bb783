import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { listCustomers, switchCustomer } from '#core/sso/calls.ts';
import guide from '../../../docs/single-sign-on.md?url';
import { call } from '../../call.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { type Column, type RowAction, Table } from '../../ui/table/table.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { toast } from '../../ui/toast-store.ts';
import { CustomerChange } from './customer-change.tsx';
import { CustomerFacts, type Registered } from './customer-facts.tsx';
import { CustomerForm } from './customer-form.tsx';
import { CustomerKey } from './customer-key.tsx';
import style from './platform.module.css';

type Row = OutputOf<typeof listCustomers>['records'][number];
const NO_FILTERS = {};

/** /platform/sso ([7.18]): customers’ systems whose links sign people in. */
export function CustomerList() {
  const { t } = useTranslation('platform');
  const refresh = useRefresh();
  const state = useListState(NO_FILTERS);
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<Registered>();
  const [switching, setSwitching] = useState<Row>();
  const [changing, setChanging] = useState<Row>();
  const [keying, setKeying] = useState<Row>();
  const list = useQuery({
    ...queryOf(listCustomers, state.page),
    placeholderData: keepPreviousData,
  });
  const again = () => refresh(switchCustomer);
  const columns: Column<Row>[] = [
    { id: 'name', title: t('sso.name'), minWidth: 160, fixed: true },
    {
      id: 'enabled',
      title: t('sso.state'),
      minWidth: 100,
      cell: (row) => (
        <Badge tone={row.enabled ? 'success' : 'error'} icon={row.enabled ? 'success' : 'ban'}>
          {t(row.enabled ? 'business.ENABLE' : 'business.DISABLE')}
        </Badge>
      ),
    },
    { id: 'path', title: t('sso.path'), minWidth: 120 },
    { id: 'entName', title: t('sso.enterprise'), minWidth: 200 },
    { id: 'algorithm', title: t('sso.algorithm'), minWidth: 100 },
    {
      id: 'returnAddresses',
      title: t('sso.returnAddresses'),
      minWidth: 270,
      cell: (row) => <span className={style.lines}>{row.returnAddresses.join('\n')}</span>,
    },
    { id: 'formerKeyUntil', title: t('sso.formerKeyUntil'), kind: 'dateTime', hidden: true },
    { id: 'createTime', title: t('sso.createTime'), kind: 'dateTime', hidden: true },
    { id: 'customerId', title: t('sso.customerId'), hidden: true },
  ];
  const actions: RowAction<Row>[] = [
    { id: 'facts', label: t('sso.facts'), onAction: (row) => setShown({ ...row, key: '' }) },
    { id: 'change', label: t('sso.change'), icon: 'pen', onAction: setChanging },
    {
      id: 'off',
      label: t('act.disable'),
      danger: true,
      hidden: (row) => !row.enabled,
      onAction: setSwitching,
    },
    { id: 'on', label: t('act.enable'), hidden: (row) => row.enabled, onAction: setSwitching },
    { id: 'key', label: t('sso.changeKey'), icon: 'key', onAction: setKeying },
  ];
  const off = switching?.enabled ?? true;
  return (
    <Page
      title={t('sso.title')}
      about={t('sso.about')}
      actions={
        <>
          <span className={style.guide}>
            <Link to={guide} newTab>
              {t('sso.guide')}
            </Link>
          </span>
          <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
            {t('sso.add')}
          </Button>
        </>
      }
    >
      <Panel>
        <Table
          {...pagedTable(list, state)}
          code="platform.sso"
          label={t('sso.title')}
          columns={columns}
          rowKey={(row) => row.customerId}
          empty={
            <EmptyState icon="link" title={t('sso.none')}>
              {t('sso.noneText')}
            </EmptyState>
          }
          actions={actions}
        />
      </Panel>
      {adding && (
        <CustomerForm
          onClose={() => setAdding(false)}
          onDone={(made) => {
            setAdding(false);
            setShown(made);
            void again();
          }}
        />
      )}
      {shown && <CustomerFacts customer={shown} onClose={() => setShown(undefined)} />}
      {changing && (
        <CustomerChange
          customer={changing}
          onClose={() => setChanging(undefined)}
          onDone={() => {
            setChanging(undefined);
            toast({ tone: 'success', text: t('sso.changed') });
            void again();
          }}
        />
      )}
      {keying && (
        <CustomerKey
          customer={keying}
          onClose={() => setKeying(undefined)}
          onDone={(key) => {
            setKeying(undefined);
            toast({ tone: 'success', text: t('sso.keyChanged') });
            if (key) setShown({ ...keying, key });
            void again();
          }}
        />
      )}
      {switching && (
        <ConfirmDialog
          open
          onClose={() => setSwitching(undefined)}
          title={t(off ? 'sso.offTitle' : 'sso.onTitle')}
          thing={switching.name}
          consequence={t(off ? 'sso.offText' : 'sso.onText')}
          tone={off ? 'danger' : 'neutral'}
          confirmLabel={t(off ? 'act.disable' : 'act.enable')}
          onConfirm={async () => {
            const { customerId, name } = switching;
            try {
              await call(switchCustomer, { customerId, enabled: !off });
              toast({ tone: 'success', text: t(off ? 'act.disableDone' : 'act.enableDone', { name }) });
            } finally {
              await again();
            }
          }}
        />
      )}
    </Page>
  );
}
