import { useNavigate } from '@remix-run/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { CATEGORIES, countNewNotices, listNotices, readAllNotices, readNotice } from '#core/notice/calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useList } from '../../kit/use-list.ts';
import { useTab } from '../../kit/use-tab.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { useTaskEvents } from '../../shell/use-task-events.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { PagingBar } from '../../ui/table/paging-bar.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './notice.module.css';

type Category = (typeof CATEGORIES)[number];
type NoticeRow = OutputOf<typeof listNotices>['records'][number];

const FILTERS = { keyword: '', unread: false };

/** /notice/index ([2.9], [2.23]): messages by category, unread first. */
export function NoticePage() {
  const { t } = useTranslation('notice');
  const refresh = useRefresh();
  const [category, choose] = useTab('currentComp', CATEGORIES);
  const poll = useTaskEvents();
  const unread = useQuery({
    ...queryOf(countNewNotices, {}),
    refetchInterval: poll,
  });
  const readAll = useMutation({
    mutationFn: () => call(readAllNotices, {}),
    onSuccess: () => {
      toast({ tone: 'success', text: t('allRead') });
      return refresh(readAllNotices);
    },
  });
  return (
    <Page
      title={t('title')}
      actions={
        (unread.data?.userSum ?? 0) > 0 && (
          <Button icon="check" pending={readAll.isPending} onClick={() => readAll.mutate()}>
            {t('readAll')}
          </Button>
        )
      }
    >
      <Panel>
        <Tabs
          label={t('title')}
          selected={category}
          onSelect={choose}
          items={CATEGORIES.map((id) => ({
            id,
            label: t(`tab.${id}`),
            count: unread.data ? (unread.data.categoryMap[id] ?? 0) : null,
            loud: true,
          }))}
        >
          <NoticeList key={category} category={category} poll={poll} />
        </Tabs>
      </Panel>
    </Page>
  );
}

function NoticeList({ category, poll }: { category: Category; poll: number | false }) {
  const { t } = useTranslation('notice');
  const list = useList(listNotices, {
    filters: FILTERS,
    input: ({ keyword, unread }) => ({
      keyword,
      normalMessageCategory: category,
      readFlag: unread ? 0 : undefined,
    }),
    refresh: poll,
  });
  const { state, rows, error, onReload, paging } = list;
  return (
    <div className={style.list}>
      <SearchForm
        fields={[
          { name: 'keyword', label: t('search'), placeholder: t('searchFor'), maxLength: 100 },
          { name: 'unread', label: t('unreadOnly'), kind: 'checkbox' },
        ]}
        values={state.filters}
        onSearch={state.search}
        onIdle={state.search}
      />
      {error && !rows ? (
        <ErrorState error={error} onRetry={onReload} />
      ) : !rows ? (
        <TableSkeleton />
      ) : list.total === 0 && state.filtered ? (
        <EmptyState
          icon="search"
          title={t('noMatch')}
          actions={<Button onClick={state.reset}>{t('clear')}</Button>}
        />
      ) : list.total === 0 ? (
        <EmptyState icon="bell" title={t(`empty.${category}`)}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <ul className={style.notices}>
            {rows.map((row) => (
              <NoticeItem key={row.id} row={row} />
            ))}
          </ul>
          <PagingBar {...paging} />
        </>
      )}
    </div>
  );
}

/** Path of a message's subject: a template's comments, an approval, or a task's trail; undefined if it has none. */
function placeOf({ normalMessageCategory, planId: taskId, templateId }: NoticeRow): string | undefined {
  if (templateId) return `/company/frontTemplateFile/webTemplate?id=${templateId}&side=comments`;
  if (!taskId) return undefined;
  return normalMessageCategory === 'approval'
    ? `/contract/examine?planId=${taskId}`
    : `/contract/summary/${taskId}`;
}

/** A message. A click marks it as read ([4.19a]) and opens its subject, if any. */
function NoticeItem({ row }: { row: NoticeRow }) {
  const { t } = useTranslation('notice');
  const refresh = useRefresh();
  const navigate = useNavigate();
  const read = useMutation({
    mutationFn: () => call(readNotice, { noticeId: row.id }),
    onSuccess: () => refresh(readNotice),
  });
  const isUnread = row.readFlag === 0;
  const place = placeOf(row);
  return (
    <li>
      <button
        type="button"
        className={classes(style.notice, isUnread && style.unread)}
        onClick={() => {
          if (isUnread) read.mutate();
          if (place) navigate(place);
        }}
      >
        <span className={style.dot} aria-hidden="true" />
        <span className={style.subject}>
          {isUnread && <span className="visually-hidden">{t('unread')} </span>}
          {row.subject}
        </span>
        <time>{formatDateTime(row.createTime)}</time>
        {place && <Icon name="chevron-right" size={16} label={t('open')} />}
      </button>
    </li>
  );
}
