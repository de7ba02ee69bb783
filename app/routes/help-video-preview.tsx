import { useSearchParams } from '@remix-run/react';
import { VideoPreview } from '../features/help/video-preview.tsx';

export const handle = { ns: ['help'], title: 'help:title' };

/** /help/videoPreview, full screen ([2.7]). */
export default function HelpVideoPreviewPage() {
  const id = useSearchParams()[0].get('id') ?? '';
  return <VideoPreview key={id} id={id} />;
}
