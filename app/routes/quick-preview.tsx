import { useSearchParams } from '@remix-run/react';
import { QuickPreview } from '../features/quicksign/quick-preview.tsx';

export const handle = { ns: ['quicksign', 'stage', 'error'], title: 'quicksign:action.preview' };

/** /quickSignManage/quickfilePreview, full screen ([2.10]). */
export default function QuickPreviewPage() {
  const id = useSearchParams()[0].get('id') ?? '';
  return <QuickPreview key={id} id={id} />;
}
