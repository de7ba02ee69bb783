import { useSearchParams } from '@remix-run/react';
import { lazy } from 'react';
import { SigningScreen } from '../features/task/sign/signing-screen.tsx';
import { prefetchTask, taskQuestions } from '../features/task/sign/use-task.ts';
import type { Prefetch } from '../shell/prefetch.ts';

const FirstSeal = lazy(() =>
  import('../features/seal/first-seal.tsx').then((m) => ({ default: m.FirstSeal })),
);

/** Most contracts are PDF: loads the PDF library and its worker in parallel with the first calls to the server. */
const prefetch: Prefetch = (context) => {
  prefetchTask(context);
  void import('../stage/open-pdf-source.ts').then(({ startPdf }) => startPdf());
};

export const handle = {
  ns: ['sign', 'seal', 'task', 'stage', 'error'],
  title: 'sign:title',
  prefetch,
  questions: taskQuestions,
};

/** /fileSign/fileSign, full screen ([2.6]). */
export default function FileSign() {
  const [params] = useSearchParams();
  const taskId = params.get('planId') ?? '';
  return <SigningScreen key={taskId} taskId={taskId} firstSeal={(props) => <FirstSeal {...props} />} />;
}
