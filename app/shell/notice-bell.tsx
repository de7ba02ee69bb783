import { useNavigate } from '@remix-run/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countNewNotices, listNotices, readAllNotices, readNotice } from '#core/notice/calls.ts';
import { call } from '../call.ts';
import { formatDateTime } from '../i18n/format.ts';
import { queryOf, useRefresh } from '../query.ts';
import { Count, countText } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { DropPanel } from './drop-panel.tsx';
import style from './header.module.css';

/** Number of notices in the panel, and hover time in ms before it opens ([9.27]). */
const MOST_NOTICES = 4;
const HOVER_MS = 300;
const POLL_MS = 60_000;

/** Shows the number of unread notices; hover or click shows the latest four ([2.23d], [9.27]). */
export function NoticeBell() {
  const { t } = useTranslation('shell');
  const { data } = useQuery({
    ...queryOf(countNewNotices, {}),
    refetchInterval: POLL_MS,
  });
  const unread = data?.userSum ?? 0;
  return (
    <DropPanel
      wide
      hoverMs={HOVER_MS}
      label={unread > 0 ? t('notice.unread', { count: countText(unread) }) : t('notice.title')}
      trigger={
        <span className={style.bell}>
          <Icon name="bell" size={20} />
          {unread > 0 && (
            <span className={style.bellCount} aria-hidden="true">
              <Count count={unread} loud />
            </span>
          )}
        </span>
      }
    >
      {(close) => <LatestNotices onClose={close} />}
    </DropPanel>
  );
}

function LatestNotices({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const refresh = useRefresh();
  const navigate = useNavigate();
  const { data } = useQuery(queryOf(listNotices, { readFlag: 0, size: MOST_NOTICES, current: 1 }));
  const again = () => refresh(readNotice);
  const read = useMutation({
    mutationFn: (noticeId: string) => call(readNotice, { noticeId }),
    onSuccess: again,
  });
  const readAll = useMutation({ mutationFn: () => call(readAllNotices, {}), onSuccess: again });

  if (!data) return <p className={style.panelHint}>{t('ui:loading')}</p>;
  return (
    <>
      <div className={style.panelHead}>
        <h2>{t('notice.title')}</h2>
        {data.total > 0 && (
          <Button kind="text" pending={readAll.isPending} onClick={() => readAll.mutate()}>
            {t('notice.readAll')}
          </Button>
        )}
      </div>
      {data.records.length === 0 && <p className={style.panelHint}>{t('notice.none')}</p>}
      <ul className={style.notices}>
        {data.records.map((notice) => (
          <li key={notice.id}>
            <button
              type="button"
              onClick={() => {
                read.mutate(notice.id);
                onClose();
                navigate(`/notice/index?currentComp=${notice.normalMessageCategory}`);
              }}
            >
              <span>{notice.subject}</span>
              <time className="tabular">{formatDateTime(notice.createTime)}</time>
            </button>
          </li>
        ))}
      </ul>
      <p className={style.panelFoot}>
        <Link to="/notice/index" onClick={onClose}>
          {t('notice.all')}
        </Link>
      </p>
    </>
  );
}
