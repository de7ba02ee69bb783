import { useSearchParams } from '@remix-run/react';
import { SigningScreen } from '../features/task/sign/signing-screen.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['sign', 'stage', 'error'] };
export const meta = pageTitle;

/** /fileSign/fileSign, the whole screen ([2.6]). */
export default function FileSign() {
  const [params] = useSearchParams();
  return <SigningScreen key={params.get('planId')} />;
}
