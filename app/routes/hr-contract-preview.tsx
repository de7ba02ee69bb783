import { useSearchParams } from '@remix-run/react';
import { PreviewDraft } from '../features/task/hr/preview-draft.tsx';
import { PreviewScreen } from '../features/task/preview/preview-screen.tsx';

export const handle = { ns: ['hr', 'task', 'stage', 'fill', 'error'], title: 'task:action.preview' };

/** /hrContract/previewContract ([2.6]): a contract that was sent (`planId`), or the contracts of a draft (`draft`). */
export default function HrContractPreview() {
  const [params] = useSearchParams();
  const draftId = params.get('draft');
  if (draftId) return <PreviewDraft key={draftId} draftId={draftId} />;
  return <PreviewScreen key={params.get('planId')} />;
}
