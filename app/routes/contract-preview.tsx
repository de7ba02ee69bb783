import { useSearchParams } from '@remix-run/react';
import { PreviewScreen } from '../features/task/preview/preview-screen.tsx';

export const handle = { ns: ['task', 'stage', 'error'], title: 'task:action.preview' };

export default function ContractPreview() {
  const [params] = useSearchParams();
  return <PreviewScreen key={params.get('planId')} />;
}
