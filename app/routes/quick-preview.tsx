import { useSearchParams } from '@remix-run/react';
import { QuickPreview } from '../features/quicksign/quick-preview.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['quicksign', 'stage', 'error'] };
export const meta = pageTitle;

/** /quickSignManage/quickfilePreview, the whole screen ([2.10]). */
export default function QuickPreviewPage() {
  const id = useSearchParams()[0].get('id') ?? '';
  return <QuickPreview key={id} id={id} />;
}
