import { useSearchParams } from '@remix-run/react';
import { ExamineScreen } from '../features/approval/examine-screen.tsx';

export const handle = {
  ns: ['approval', 'company', 'sign', 'stage', 'template', 'error'],
  title: 'approval:examine.title',
};

export default function ContractExamine() {
  const [params] = useSearchParams();
  return <ExamineScreen key={params.get('approvalId') ?? params.get('planId')} />;
}
