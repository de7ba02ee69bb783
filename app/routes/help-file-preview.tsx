import { useSearchParams } from '@remix-run/react';
import { DocumentPreview } from '../features/help/document-preview.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['help', 'guide'] };
export const meta = pageTitle;

/** /help/filePreview, the whole screen ([2.7]). */
export default function HelpDocumentPreviewPage() {
  const id = useSearchParams()[0].get('id') ?? '';
  return <DocumentPreview key={id} id={id} />;
}
