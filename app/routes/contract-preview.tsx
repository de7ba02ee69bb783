import { useSearchParams } from '@remix-run/react';
import { PreviewScreen } from '../features/task/preview/preview-screen.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['task', 'stage', 'error'] };
export const meta = pageTitle;

export default function ContractPreview() {
  const [params] = useSearchParams();
  return <PreviewScreen key={params.get('planId')} />;
}
