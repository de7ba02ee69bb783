import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeCustomer,
  changeCustomerKey,
  listCustomers,
  saveCustomer,
  switchCustomer,
} from '#core/sso/calls.ts';
import guide from '../../../docs/single-sign-on.md?url';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { type RowOf, useList } from '../../kit/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import { CustomerChange } from './customer-change.tsx';
import { CustomerFacts, type NewCustomer } from './customer-facts.tsx';
import { CustomerForm } from './customer-form.tsx';
import { CustomerKey } from './customer-key.tsx';
import style from './platform.module.css';

type Row = RowOf<typeof listCustomers>;
const NO_FILTERS = {};

/** /platform/sso ([7.18]): customers’ systems for single sign-on. */
export function CustomerList() {
  const { t } = useTranslation('platform');
  const list = useList(listCustomers, { filters: NO_FILTERS });
  /** A new system with its key, which is shown only once. */
  const [made, setMade] = useState<NewCustomer>();
  const switches = (on: boolean): Action<Row> => ({
    id: on ? 'on' : 'off',
    label: t(on ? 'act.enable' : 'act.disable'),
    danger: !on,
    when: (row) => row.enabled !== on,
    ask: ([{ name }]) => ({
      title: t(on ? 'sso.onTitle' : 'sso.offTitle'),
      thing: name,
      consequence: t(on ? 'sso.onText' : 'sso.offText'),
    }),
    run: ([{ customerId }]) => call(switchCustomer, { customerId, enabled: on }),
    done: ([{ name }]) => t(on ? 'act.enableDone' : 'act.disableDone', { name }),
    calls: [switchCustomer],
  });
  return (
    <>
      <ListPage
        title={t('sso.title')}
        about={t('sso.about')}
        code="platform.sso"
        list={list}
        rowKey={(row) => row.customerId}
        beside={
          <span className={style.guide}>
            <Link to={guide} newTab>
              {t('sso.guide')}
            </Link>
          </span>
        }
        main={{
          id: 'add',
          label: t('sso.add'),
          icon: 'plus',
          layer: ({ close, renew }) => <CustomerForm onClose={close} onMade={setMade} onSettled={renew} />,
          calls: [saveCustomer],
        }}
        columns={[
          { id: 'name', title: t('sso.name'), minWidth: 160, fixed: true },
          {
            id: 'enabled',
            title: t('sso.state'),
            minWidth: 100,
            brief: true,
            cell: (row) => (
              <Badge tone={row.enabled ? 'success' : 'error'} icon={row.enabled ? 'success' : 'ban'}>
                {t(row.enabled ? 'business.ENABLE' : 'business.DISABLE')}
              </Badge>
            ),
          },
          { id: 'path', title: t('sso.path'), minWidth: 120 },
          { id: 'entName', title: t('sso.enterprise'), minWidth: 200, brief: true },
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
        ]}
        actions={[
          {
            id: 'facts',
            label: t('sso.facts'),
            icon: 'eye',
            layer: ({ rows: [row], close }) => (
              <CustomerFacts customer={{ ...row, key: '' }} onClose={close} />
            ),
          },
          {
            id: 'change',
            label: t('sso.change'),
            icon: 'pen',
            layer: ({ rows: [customer], close, renew }) => (
              <CustomerChange customer={customer} onClose={close} onSettled={renew} />
            ),
            calls: [changeCustomer],
          },
          switches(false),
          switches(true),
          {
            id: 'key',
            label: t('sso.changeKey'),
            icon: 'key',
            layer: ({ rows: [customer], close, renew }) => (
              <CustomerKey
                customer={customer}
                onClose={close}
                onKey={(key) => key && setMade({ ...customer, key })}
                onSettled={renew}
              />
            ),
            calls: [changeCustomerKey],
          },
        ]}
        empty={{ icon: 'link', title: t('sso.none'), text: t('sso.noneText') }}
      />
      {made && <CustomerFacts customer={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
