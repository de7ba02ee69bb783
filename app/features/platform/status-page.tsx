import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { getStatus, type ServiceState } from '#core/platform/status-calls.ts';
import { formatDateTime, formatNumber } from '../../i18n/format.ts';
import { queryOf } from '../../query.ts';
import { Badge, type StateBadge } from '../../ui/badge.tsx';
import { BADGE } from '../../ui/badges.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Columns, Page, Panel } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { Table } from '../../ui/table/table.tsx';
import style from './platform.module.css';

type Status = OutputOf<typeof getStatus>;

const REFRESH_MS = 10_000;
/** From this age of a job on, messages and time stamps are noticeably late. */
const LATE_MS = 120_000;

const SERVICE_BADGES: Record<ServiceState, StateBadge> = {
  CONNECTED: BADGE.done,
  BUILT_IN: BADGE.done,
  SIMULATED: BADGE.caution,
  OFF: BADGE.off,
};

/** /platform/status: whether the parts of the product respond, how late its queue is, and which services are connected. */
export function StatusPage() {
  const { t } = useTranslation('platform');
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf(getStatus, {}),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title={t('status.title')}
      about={data ? t('status.at', { at: formatDateTime(data.at, { seconds: true }) }) : t('status.about')}
      actions={
        <Button icon="refresh" onClick={() => void refetch()}>
          {t('status.refresh')}
        </Button>
      }
    >
      {/* A status that could not be refreshed must not look like the present one. */}
      {error && !isFetching ? (
        <Panel>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Panel>
      ) : data ? (
        <Content status={data} />
      ) : (
        <Panel>
          <LoadingState />
        </Panel>
      )}
    </Page>
  );
}

function Content({ status }: { status: Status }) {
  const { t, i18n } = useTranslation('platform');
  const { at, parts, queue, failures, invalidFiles, calls, services } = status;
  const n = (value: number) => formatNumber(value, i18n.language);
  const bound = (seconds: number | null) =>
    calls.total === 0
      ? undefined
      : seconds === null
        ? t('status.over')
        : t('status.secondsAtMost', { n: n(seconds) });
  const silent = parts.filter(({ ok }) => !ok).map(({ name }) => t(`status.part.${name}`));
  const late = queue.oldest !== null && at - queue.oldest > LATE_MS && queue.due > 0;
  return (
    <>
      {invalidFiles > 0 && <Notice tone="error">{t('status.invalidFiles', { count: invalidFiles })}</Notice>}
      {silent.length > 0 ? (
        <Notice tone="error">
          {t('status.bad', { names: new Intl.ListFormat(i18n.language).format(silent) })}
        </Notice>
      ) : late ? (
        <Notice tone="warning">{t('status.late')}</Notice>
      ) : invalidFiles > 0 ? null : (
        <Notice tone="success">{t('status.good')}</Notice>
      )}
      <Columns
        beside={
          <Panel title={t('status.services')}>
            <Facts
              facts={services.map(({ name, state }) => [
                t(`status.service.${name}`),
                <Badge key={name} {...SERVICE_BADGES[state]}>
                  {t(`status.state.${state}`)}
                </Badge>,
              ])}
            />
          </Panel>
        }
      >
        <Panel title={t('status.parts')}>
          <Facts
            grid
            facts={parts.map(({ name, ok, ms }) => [
              t(`status.part.${name}`),
              <span key={name} className={style.row}>
                <Badge {...(ok ? BADGE.done : BADGE.failed)}>{t(ok ? 'status.ok' : 'status.failed')}</Badge>
                <span className={style.soft}>{t('status.ms', { n: n(ms) })}</span>
              </span>,
            ])}
          />
        </Panel>
        <Panel title={t('status.queue')}>
          <Facts
            grid
            facts={[
              [t('status.waiting'), n(queue.waiting)],
              [t('status.due'), n(queue.due)],
              [t('status.failing'), n(queue.failing)],
              [t('status.oldest'), queue.oldest === null ? undefined : formatDateTime(queue.oldest)],
            ]}
          />
        </Panel>
        <Panel title={t('status.calls')}>
          <Facts
            grid
            facts={[
              [t('status.total'), n(calls.total)],
              [t('status.half'), bound(calls.half)],
              [t('status.most'), bound(calls.most)],
              [
                t('status.unexpected'),
                calls.failed.length === 0
                  ? n(0)
                  : calls.failed
                      .map((one) => t('status.callFailed', { call: one.call, n: n(one.count) }))
                      .join('\n'),
              ],
            ]}
          />
          <p className={style.soft}>{t('status.callsSince', { at: formatDateTime(calls.since) })}</p>
        </Panel>
        <Panel title={t('status.failures')}>
          <Table
            label={t('status.failures')}
            code="platform.status"
            toolBar={false}
            rows={failures}
            rowKey={(row) => row.topic}
            columns={[
              { id: 'topic', title: t('status.topic'), fixed: true, minWidth: 120 },
              { id: 'count', title: t('status.count'), kind: 'number' },
              { id: 'attempts', title: t('status.tries'), kind: 'number' },
              { id: 'nextAt', title: t('status.next'), kind: 'dateTime' },
              { id: 'error', title: t('status.error'), kind: 'long', minWidth: 200 },
            ]}
            empty={<EmptyState icon="check" title={t('status.failuresEmpty')} />}
          />
        </Panel>
      </Columns>
    </>
  );
}
