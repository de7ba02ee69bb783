import { useSearchParams } from '@remix-run/react';
import { VideoPreview } from '../features/help/video-preview.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['help'] };
export const meta = pageTitle;

/** /help/videoPreview, the whole screen ([2.7]). */
export default function HelpVideoPreviewPage() {
  const id = useSearchParams()[0].get('id') ?? '';
  return <VideoPreview key={id} id={id} />;
}
