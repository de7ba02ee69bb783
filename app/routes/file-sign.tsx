import { useSearchParams } from '@remix-run/react';
import { SigningScreen } from '../features/task/sign/signing-screen.tsx';
import { prefetchTask, taskQuestions } from '../features/task/sign/use-task.ts';
import type { Prefetch } from '../shell/prefetch.ts';

/** Most contracts are PDF: its library and its worker start beside the first questions to the server. */
const prefetch: Prefetch = (asked) => {
  prefetchTask(asked);
  void import('../stage/open-pdf-source.ts').then(({ startPdf }) => startPdf());
};

export const handle = {
  ns: ['sign', 'stage', 'error'],
  title: 'sign:title',
  prefetch,
  questions: taskQuestions,
};

/** /fileSign/fileSign, the whole screen ([2.6]). */
export default function FileSign() {
  const [params] = useSearchParams();
  return <SigningScreen key={params.get('planId')} />;
}
