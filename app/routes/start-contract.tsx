import { type UIMatch, useLocation, useSearchParams } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { Wizard } from '../features/task/wizard/wizard.tsx';
import { START_HR_CONTRACT } from '../parts/hr-contract/begin-contract.ts';
import { LoadingState } from '../ui/state.tsx';

const StartHr = lazy(async () => ({ default: (await import('../features/task/hr/start-hr.tsx')).StartHr }));

export const handle = {
  ns: [
    'hr',
    'wizard',
    'batch',
    'fill',
    'seal',
    'realname',
    'stage',
    'reminder',
    'signerProof',
    'task',
    'parameters',
    'error',
  ],
  title: ({ pathname }: UIMatch) => (isHr(pathname) ? 'hr:title.CONTRACT' : 'wizard:title'),
};

const isHr = (pathname: string) => pathname.replace(/\/$/, '') === START_HR_CONTRACT;

/**
 * /entcontract/startEntContract and /hrcontract/startHRContract ([2.6]). The latter first lets the user choose employees
 * and a template, unless a draft is given. One module for both keeps the table of routes, which every page loads, small.
 */
export default function StartContract() {
  const { pathname, state, key } = useLocation();
  const [params] = useSearchParams();
  if (!isHr(pathname) || params.has('draft') || state?.hrDraft) return <Wizard />;
  return (
    <Suspense fallback={<LoadingState />}>
      <StartHr key={key} />
    </Suspense>
  );
}
