import { useSearchParams } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { PreviewScreen } from '../features/task/preview/preview-screen.tsx';
import { LoadingState } from '../ui/state.tsx';

const PreviewDraft = lazy(async () => ({
  default: (await import('../features/task/hr/preview-draft.tsx')).PreviewDraft,
}));

export const handle = { ns: ['task', 'hr', 'fill', 'stage', 'error'], title: 'task:action.preview' };

/** /contract/preview and /hrContract/previewContract ([2.6]): a sent contract (`planId`), or a draft's contracts (`draft`). */
export default function ContractPreview() {
  const [params] = useSearchParams();
  const draftId = params.get('draft');
  if (!draftId) return <PreviewScreen key={params.get('planId')} />;
  return (
    <Suspense fallback={<LoadingState />}>
      <PreviewDraft key={draftId} draftId={draftId} />
    </Suspense>
  );
}
