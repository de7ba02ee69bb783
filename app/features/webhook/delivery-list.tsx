import { useParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DELIVERY_STATES, listDeliveries, resend } from '#core/webhook/calls.ts';
import { call } from '../../call.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { choice } from '../../kit/search-options.ts';
import { useList } from '../../kit/use-list.ts';
import { Badge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import { LinkButton } from '../../ui/button.tsx';
import { wordOf } from './webhook-row.ts';

const FILTERS = { state: '' };
const BADGES = { PENDING: BADGE.waiting, DELIVERED: BADGE.done, DEAD: BADGE.failed } as const;
const stateOf = (text: string) => DELIVERY_STATES.find((state) => state === text);

/** /company/webhook/:webhookId: deliveries to an address, with the responses. */
export function DeliveryList() {
  const { t } = useTranslation('webhook');
  const { webhookId = '' } = useParams();
  const list = useList(listDeliveries, {
    filters: FILTERS,
    input: ({ state }) => {
      const wanted = stateOf(state);
      return { webhookId, ...(wanted ? { state: wanted } : {}) };
    },
  });
  return (
    <ListPage
      title={t('logTitle')}
      code="webhook.log"
      list={list}
      rowKey={(row) => row.deliveryId}
      beside={
        <LinkButton icon="arrow-left" to="/company/webhook">
          {t('back')}
        </LinkButton>
      }
      fields={[choice('state', t('state'), t('any'), DELIVERY_STATES, (state) => t(`deliveries.${state}`))]}
      columns={[
        {
          id: 'event',
          title: t('kind'),
          minWidth: 130,
          fixed: true,
          cell: ({ event }) => t(`event.${wordOf(event)}`),
        },
        {
          id: 'state',
          title: t('state'),
          minWidth: 110,
          brief: true,
          cell: ({ state }) => <Badge {...BADGES[state]}>{t(`deliveries.${state}`)}</Badge>,
        },
        {
          id: 'status',
          title: t('answer'),
          minWidth: 180,
          brief: true,
          cell: ({ status, answer }) => [status || '', answer].filter(Boolean).join(' '),
        },
        { id: 'attempts', title: t('attempts'), minWidth: 80 },
        { id: 'lastTime', title: t('lastTime'), kind: 'dateTime' },
        { id: 'nextTime', title: t('nextTime'), kind: 'dateTime' },
        { id: 'planId', title: t('planId'), hidden: true },
        { id: 'deliveryId', title: t('deliveryId'), hidden: true },
        { id: 'createTime', title: t('createTime'), kind: 'dateTime', hidden: true },
      ]}
      actions={[
        {
          id: 'resend',
          label: t('resend'),
          icon: 'refresh',
          when: ({ state, planId: taskId }) => state !== 'PENDING' && taskId !== '',
          run: ([{ deliveryId }]) => call(resend, { deliveryId }),
          done: () => t('resent'),
          calls: [resend],
        },
      ]}
      empty={{ icon: 'history', title: t('noLog'), text: t('noLogText') }}
    />
  );
}
