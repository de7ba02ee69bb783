import { useNavigate, useSearchParams } from '@remix-run/react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { CATEGORIES, countNewNotices, listNotices, readAllNotices, readNotice } from '#core/notice/calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { useTaskEvents } from '../../shell/use-task-events.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import { filledIn } from '../../ui/table/filled-in.ts';
import { pagedTable } from '../../ui/table/paged-table.ts';
import { PagingBar } from '../../ui/table/paging-bar.tsx';
import { useListState } from '../../ui/table/use-list-state.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './notice.module.css';

type Category = (typeof CATEGORIES)[number];
type NoticeRow = OutputOf<typeof listNotices>['records'][number];

const NO_FILTERS = { keyword: '', unread: false };

/** /notice/index ([2.9], [2.23]): messages by category, unread first. */
export function NoticePage() {
  const { t } = useTranslation('notice');
  const refresh = useRefresh();
  const [params, setParams] = useSearchParams();
  const category = CATEGORIES.find((one) => one === params.get('currentComp')) ?? 'contract';
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
          onSelect={(id: Category) => setParams({ currentComp: id }, { preventScrollReset: true })}
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
  const state = useListState(NO_FILTERS);
  const { keyword, unread } = state.filters;
  const input = {
    current: state.current,
    size: state.size,
    normalMessageCategory: category,
    ...filledIn({ keyword, readFlag: unread ? 0 : undefined }),
  };
  const list = useQuery({
    ...queryOf(listNotices, input),
    placeholderData: keepPreviousData,
    refetchInterval: poll,
  });
  const rows = list.data?.records;
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
      {list.error && !rows ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !rows ? (
        <LoadingState />
      ) : list.data?.total === 0 && state.filtered ? (
        <EmptyState
          icon="search"
          title={t('noMatch')}
          actions={<Button onClick={state.reset}>{t('clear')}</Button>}
        />
      ) : list.data?.total === 0 ? (
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
          <PagingBar {...pagedTable(list, state).paging} />
        </>
      )}
    </div>
  );
}

/** One message: a click reads it ([4.19a]), and leads to its task where there is one. */
function NoticeItem({ row }: { row: NoticeRow }) {
  const { t } = useTranslation('notice');
  const refresh = useRefresh();
  const navigate = useNavigate();
  const read = useMutation({
    mutationFn: () => call(readNotice, { noticeId: row.id }),
    onSuccess: () => refresh(readNotice),
  });
  const isUnread = row.readFlag === 0;
  return (
    <li>
      <button
        type="button"
        className={classes(style.notice, isUnread && style.unread)}
        onClick={() => {
          if (isUnread) read.mutate();
          if (row.planId) navigate(`/contract/summary/${row.planId}`);
        }}
      >
        <span className={style.dot} aria-hidden="true" />
        <span className={style.subject}>
          {isUnread && <span className="visually-hidden">{t('unread')} </span>}
          {row.subject}
        </span>
        <time>{formatDateTime(row.createTime)}</time>
        {row.planId && <Icon name="chevron-right" size={16} label={t('open')} />}
      </button>
    </li>
  );
}
