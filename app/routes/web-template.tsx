import { lazy, Suspense } from 'react';
import { LoadingState } from '../ui/state.tsx';

export const handle = {
  ns: ['templateEdit', 'template', 'wizard', 'error'],
  title: 'templateEdit:title',
  below: '/company/frontTemplateFile',
};

/** The editor runs only in the browser and is not part of the Worker's bundle. */
const WebTemplate = import.meta.env.SSR
  ? LoadingState
  : lazy(() => import('../features/template/editor/web-template.tsx'));

/** /company/frontTemplateFile/webTemplate ([2.3a], [2.25c]) */
export default function WebTemplatePage() {
  return (
    <Suspense fallback={<LoadingState />}>
      <WebTemplate />
    </Suspense>
  );
}
