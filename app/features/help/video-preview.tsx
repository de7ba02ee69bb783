import { useNavigate } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HELP_MEDIA_PATH, listHelpVideos } from '#core/help/calls.ts';
import { queryOf } from '../../query.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './help.module.css';

const LIST = '/help/index?topic=videos';

/** /help/videoPreview: a video in full screen ([2.7]); it plays while loading. */
export function VideoPreview({ id }: { id: string }) {
  const { t } = useTranslation('help');
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const videos = useQuery(queryOf(listHelpVideos, {}));
  usePageTitle({ subject: videos.data?.find((one) => one.id === id)?.title });
  if (videos.error && !videos.data)
    return <ErrorState error={videos.error} onRetry={() => void videos.refetch()} />;
  if (!videos.data) return <LoadingState />;
  const video = videos.data.find((one) => one.id === id);
  const back = () => navigate(LIST);
  if (!video)
    return <EmptyState whole title={t('gone')} actions={<Button onClick={back}>{t('toList')}</Button>} />;
  return (
    <div className={style.screen}>
      <header className={style.head}>
        <IconButton icon="arrow-left" label={t('toList')} onClick={back} />
        <h1>{video.title}</h1>
      </header>
      <div className={style.player}>
        {failed && <Notice tone="error">{t('video.failed')}</Notice>}
        {/* biome-ignore lint/a11y/useMediaCaption: subtitles, if any, are part of the platform's own files */}
        <video
          src={`${HELP_MEDIA_PATH}/${video.sha256}`}
          aria-label={video.title}
          controls
          preload="metadata"
          onError={() => setFailed(true)}
        />
      </div>
    </div>
  );
}
