import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeWebhook,
  listWebhooks,
  rotateSecret,
  saveWebhook,
  switchWebhook,
  testWebhook,
} from '#core/webhook/calls.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { FactsDialog } from '../../kit/facts-dialog.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { useList } from '../../kit/use-list.ts';
import { ProvenDialog } from '../../parts/proof/proven-dialog.tsx';
import { Badge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import { Link } from '../../ui/link.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { type WebhookRow, wordOf } from './webhook-row.ts';

const NO_FILTERS = {};
const BADGES = { ACTIVE: BADGE.done, OFF: BADGE.off, GONE: BADGE.failed } as const;
type Translate = ReturnType<typeof useTranslation<'webhook'>>['t'];
/** A new secret, which is shown only once. */
type NewSecret = { address: string; secret: string };

/** /company/webhook: addresses that receive events of the enterprise's tasks. */
export function WebhookList() {
  const { t } = useTranslation('webhook');
  const list = useList(listWebhooks, { filters: NO_FILTERS });
  const [newSecret, setNewSecret] = useState<NewSecret>();
  return (
    <>
      <ListPage
        title={t('title')}
        about={t('about')}
        beside={
          <Link to="/reference/" newTab>
            {t('reference')}
          </Link>
        }
        code="webhook.list"
        list={list}
        rowKey={(row) => row.webhookId}
        main={{
          id: 'add',
          label: t('add'),
          icon: 'plus',
          layer: ({ close, renew }) => (
            <WebhookForm onClose={close} onMade={setNewSecret} onSettled={renew} />
          ),
          calls: [saveWebhook],
        }}
        columns={[
          {
            id: 'address',
            title: t('address'),
            minWidth: 240,
            fixed: true,
            cell: (row) => <Link to={`/company/webhook/${row.webhookId}`}>{row.address}</Link>,
          },
          {
            id: 'state',
            title: t('state'),
            minWidth: 110,
            brief: true,
            cell: ({ state }) => <Badge {...BADGES[state]}>{t(`states.${state}`)}</Badge>,
          },
          {
            id: 'events',
            title: t('events'),
            minWidth: 200,
            brief: true,
            cell: ({ events }) => events.map((event) => t(`event.${wordOf(event)}`)).join(t('ui:separator')),
          },
          { id: 'waiting', title: t('waiting'), minWidth: 80 },
          { id: 'dead', title: t('dead'), minWidth: 80 },
          { id: 'formerUntil', title: t('formerUntil'), kind: 'dateTime', hidden: true },
          { id: 'createTime', title: t('createTime'), kind: 'dateTime', hidden: true },
        ]}
        actions={actionsOf(t, setNewSecret)}
        empty={{ icon: 'send', title: t('none'), text: t('noneText') }}
      />
      {newSecret && (
        <FactsDialog
          title={t('secret')}
          facts={[
            [t('address'), newSecret.address],
            [t('secret'), newSecret.secret],
          ]}
          once={t('shownOnce')}
          onClose={() => setNewSecret(undefined)}
        />
      )}
    </>
  );
}

function actionsOf(t: Translate, show: (shown: NewSecret) => void): Action<WebhookRow>[] {
  const turn = (on: boolean): Action<WebhookRow> => ({
    id: on ? 'on' : 'off',
    label: t(on ? 'on' : 'off'),
    icon: on ? 'success' : 'pause',
    danger: !on,
    when: ({ state }) => (state === 'ACTIVE') !== on,
    ask: ([{ address }]) => ({
      title: t(on ? 'onTitle' : 'offTitle'),
      thing: address,
      consequence: t(on ? 'onText' : 'offText'),
    }),
    run: ([{ webhookId }]) => call(switchWebhook, { webhookId, enabled: on }),
    done: () => t(on ? 'onDone' : 'offDone'),
    calls: [switchWebhook],
  });
  const log: Action<WebhookRow> = {
    id: 'log',
    label: t('log'),
    icon: 'history',
    to: ({ webhookId }) => `/company/webhook/${webhookId}`,
  };
  const test: Action<WebhookRow> = {
    id: 'test',
    label: t('test'),
    icon: 'send',
    run: ([{ webhookId }]) => call(testWebhook, { webhookId }),
    done: (_rows, answer) => {
      const { delivered, status } = answer as { delivered: boolean; status: number };
      return {
        tone: delivered ? 'success' : 'error',
        text: t(delivered ? 'tested' : status ? 'testRefused' : 'testUnanswered', { status }),
      };
    },
    calls: [testWebhook],
  };
  const change: Action<WebhookRow> = {
    id: 'change',
    label: t('change'),
    icon: 'pen',
    layer: ({ rows: [row], close, renew }) => <WebhookForm row={row} onClose={close} onSettled={renew} />,
    calls: [changeWebhook],
  };
  const rotate: Action<WebhookRow> = {
    id: 'rotate',
    label: t('rotate'),
    icon: 'key',
    layer: ({ rows: [row], close, renew }) => (
      <ProvenDialog
        title={t('rotateOf', { address: row.address })}
        consequence={t('rotateText')}
        submit={t('rotate')}
        purpose="WEBHOOK"
        run={(proof) => call(rotateSecret, { webhookId: row.webhookId, proof })}
        onDone={({ secret }) => show({ address: row.address, secret })}
        onClose={close}
        onSettled={renew}
      />
    ),
    calls: [rotateSecret],
  };
  return [log, test, change, rotate, turn(false), turn(true)];
}
