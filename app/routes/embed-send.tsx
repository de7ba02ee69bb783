import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useLoaderData, useParams } from '@remix-run/react';
import { lazy } from 'react';
import { EmbedFrame } from '../features/embed/embed-frame.tsx';
import { embeddingIn } from '../features/embed/embedding-in.ts';
import type { Embedding } from '../features/embed/use-embed.ts';

const EmbeddedDraft = lazy(async () => ({
  default: (await import('../features/task/wizard/wizard.tsx')).EmbeddedDraft,
}));

export const handle = {
  ns: [
    'embed',
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
  title: 'wizard:title',
};

export const loader = ({ context }: LoaderFunctionArgs): Embedding => embeddingIn(context);
/** What the page says depends on where it was asked from. */
export const headers = () => ({ 'Cache-Control': 'no-store' });
export const shouldRevalidate = () => false;

/** /embed/send/:linkId: a prepared draft, in a frame of another system’s page. */
export default function EmbedSend() {
  const { linkId = '' } = useParams();
  const embedding = useLoaderData<typeof loader>();
  return (
    <EmbedFrame linkId={linkId} embedding={embedding}>
      {({ subjectId, templateId }, prepared) => (
        <EmbeddedDraft draftId={subjectId} templateId={templateId} prepared={prepared} />
      )}
    </EmbedFrame>
  );
}
