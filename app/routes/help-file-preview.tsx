import { useSearchParams } from '@remix-run/react';
import { DocumentPreview } from '../features/help/document-preview.tsx';

export const handle = { ns: ['help', 'guide'], title: 'help:title' };

/** /help/filePreview, full screen ([2.7]). */
export default function HelpDocumentPreviewPage() {
  const id = useSearchParams()[0].get('id') ?? '';
  return <DocumentPreview key={id} id={id} />;
}
