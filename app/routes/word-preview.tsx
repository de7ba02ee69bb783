import { lazy, Suspense } from 'react';
import { LoadingState } from '../ui/state.tsx';

export const handle = {
  ns: ['templateWord', 'templateEdit', 'template', 'stage', 'wizard', 'error'],
  title: 'templateWord:title',
  below: '/company/frontTemplateFile',
};

/** The screen runs only in the browser and is not part of the Worker's bundle. */
const WordTemplate = import.meta.env.SSR
  ? LoadingState
  : lazy(() => import('../features/template/word/word-template.tsx'));

/** /company/frontWordPreview ([2.3b]) */
export default function WordPreviewPage() {
  return (
    <Suspense fallback={<LoadingState />}>
      <WordTemplate />
    </Suspense>
  );
}
