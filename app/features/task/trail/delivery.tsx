import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import type { DeliveryState } from '#core/notice/delivery.ts';
import { urgeTask } from '#core/task/calls.ts';
import { getDelivery } from '#core/task/delivery-calls.ts';
import { call } from '../../../call.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import { queryOf, useRefresh } from '../../../query.ts';
import { Badge, type StateBadge } from '../../../ui/badge.tsx';
import { BADGE } from '../../../ui/badges.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { TaskDetail } from '../sign/use-task.ts';
import style from './trail.module.css';

type Party = OutputOf<typeof getDelivery>['parties'][number];
type Message = Party['messages'][number];

const BADGES: Record<DeliveryState, StateBadge> = {
  SENDING: BADGE.running,
  SENT: { tone: 'info', icon: 'send' },
  DELIVERED: BADGE.done,
  FAILED: BADGE.failed,
};

/** How the messages to the parties of a task fared, for its sender; undefined for all others, and until it is known. */
export function useDelivery(task: Pick<TaskDetail, 'planId' | 'actions'>): readonly Party[] | undefined {
  const isSender = task.actions.includes('again');
  const query = useQuery({ ...queryOf(getDelivery, { planId: task.planId }), enabled: isSender });
  return query.data?.parties;
}

/** The last message to a party and its state; all of them when it is opened. */
export function Delivery({
  party,
  name,
  again,
}: {
  party: Party | undefined;
  name: string;
  /** Where a message to them can be sent again: the task. */
  again?: string | undefined;
}) {
  const { t } = useTranslation('trail');
  const last = party?.messages[0];
  if (!party || !last) return null;
  const opened = party.openedAt !== null && t('delivery.opened', { time: formatDateTime(party.openedAt) });
  return (
    <div className={style.delivery}>
      <details className={style.details}>
        <summary aria-label={t('delivery.of', { name })}>
          {t(`delivery.subject.${last.subject}`)}{' '}
          <Badge {...BADGES[last.state]}>{t(`delivery.state.${last.state}`)}</Badge>{' '}
          <time>{formatDateTime(timeOf(last))}</time>
        </summary>
        <ul>
          {opened && <li>{opened}</li>}
          {party.remindAt !== null && (
            <li>{t('delivery.remindAt', { time: formatDateTime(party.remindAt) })}</li>
          )}
          {party.messages.map((message) => (
            <li key={message.messageId}>
              {/* The reason of the last one stands below, whether this is open or not. */}
              <Line message={message} withReason={message !== last} />
            </li>
          ))}
        </ul>
      </details>
      {last.state === 'FAILED' && last.reason !== '' && (
        <span className={style.failure}>{t(`delivery.reason.${last.reason}`)}</span>
      )}
      {party.silenced && (
        <Badge tone="neutral" icon="bell">
          {t('delivery.silenced')}
        </Badge>
      )}
      {last.state === 'FAILED' && again && !party.silenced && (
        <SendAgain taskId={again} signerId={party.partyId} name={name} />
      )}
    </div>
  );
}

const timeOf = ({ askedAt, sentAt, settledAt }: Message): number => settledAt ?? sentAt ?? askedAt;

function Line({ message, withReason }: { message: Message; withReason: boolean }) {
  const { t } = useTranslation('trail');
  const { state, reason, former, channel, subject, askedAt, sentAt, settledAt } = message;
  return (
    <>
      <strong>
        {t(`delivery.subject.${subject}`)} · {t(`delivery.channel.${channel}`)}
        {former && ` · ${t('delivery.former')}`}
      </strong>
      <span className={style.soft}>
        {[
          t('delivery.asked', { time: formatDateTime(askedAt, { seconds: true }) }),
          sentAt !== null && t('delivery.sent', { time: formatDateTime(sentAt, { seconds: true }) }),
          settledAt !== null &&
            t(state === 'FAILED' ? 'delivery.failed' : 'delivery.delivered', {
              time: formatDateTime(settledAt, { seconds: true }),
            }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {withReason && reason !== '' && <span className={style.soft}>{t(`delivery.reason.${reason}`)}</span>}
    </>
  );
}

function SendAgain({ taskId, signerId, name }: { taskId: string; signerId: string; name: string }) {
  const { t } = useTranslation('trail');
  const refresh = useRefresh();
  const send = useMutation({
    mutationFn: () => call(urgeTask, { planId: taskId, signerId }, { requestId: crypto.randomUUID() }),
    onSuccess: () => {
      toast({ tone: 'success', text: t('delivery.againDone', { name }) });
      return refresh(urgeTask);
    },
  });
  return (
    <Button
      size="small"
      icon="send"
      pending={send.isPending}
      aria-label={t('delivery.againTo', { name })}
      onClick={() => send.mutate()}
    >
      {t('delivery.again')}
    </Button>
  );
}
