import { Link as RouteLink } from '@remix-run/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type HelpVideo, listHelpVideos, removeHelpVideo } from '#core/help/calls.ts';
import { call } from '../../call.ts';
import { formatDate, formatSize } from '../../i18n/format.ts';
import { queryOf, useRefresh } from '../../query.ts';
import { useMay } from '../../shell/use-identity.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './help.module.css';

const AddVideoDialog = lazy(() => import('./add-video-dialog.tsx'));

/** The platform's videos. Platform administrators add and remove them here, everybody else watches. */
export function VideoList() {
  const { t, i18n } = useTranslation('help');
  const mayEdit = useMay('help_video_edit');
  const refresh = useRefresh();
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<HelpVideo>();
  const videos = useQuery(queryOf(listHelpVideos, {}));
  const again = () => refresh(removeHelpVideo);
  const remove = useMutation({
    mutationFn: (id: string) => call(removeHelpVideo, { id }),
    onSuccess: again,
    meta: { silent: true },
  });
  if (videos.error && !videos.data)
    return <ErrorState error={videos.error} onRetry={() => void videos.refetch()} />;
  if (!videos.data) return <LoadingState />;
  return (
    <div className={style.browse}>
      {mayEdit && (
        <div>
          <Button icon="upload" onClick={() => setAdding(true)}>
            {t('video.add')}
          </Button>
        </div>
      )}
      {videos.data.length === 0 ? (
        <EmptyState title={t('video.none')}>{t(mayEdit ? 'video.noneEdit' : 'video.noneAbout')}</EmptyState>
      ) : (
        <ul className={style.cards}>
          {videos.data.map((video) => (
            <li key={video.id} className={style.withButton}>
              <RouteLink to={`/help/videoPreview?id=${video.id}`} className={style.card} prefetch="intent">
                <Icon name="eye" size={20} />
                <span className={style.cardTitle}>{video.title}</span>
                <span className={style.cardAbout}>
                  {t('video.about', {
                    date: formatDate(video.createTime),
                    size: formatSize(video.size, i18n.language),
                  })}
                </span>
              </RouteLink>
              {mayEdit && (
                <IconButton
                  icon="trash"
                  label={t('video.remove', { name: video.title })}
                  onClick={() => setLeaving(video)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <Suspense fallback={null}>
          <AddVideoDialog
            onClose={() => setAdding(false)}
            onDone={() => {
              setAdding(false);
              void again();
            }}
          />
        </Suspense>
      )}
      {leaving && (
        <ConfirmDialog
          open
          onClose={() => setLeaving(undefined)}
          title={t('video.removeTitle')}
          thing={leaving.title}
          consequence={t('video.removeMeans')}
          tone="danger"
          confirmLabel={t('video.removeDo')}
          onConfirm={() => remove.mutateAsync(leaving.id)}
        />
      )}
    </div>
  );
}
