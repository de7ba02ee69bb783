import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useLoaderData, useParams } from '@remix-run/react';
import { lazy } from 'react';
import { EmbedFrame } from '../features/embed/embed-frame.tsx';
import { embeddingIn } from '../features/embed/embedding-in.ts';
import type { Embedding } from '../features/embed/use-embed.ts';

const SigningScreen = lazy(async () => ({
  default: (await import('../features/task/sign/signing-screen.tsx')).SigningScreen,
}));

export const handle = {
  ns: ['embed', 'sign', 'task', 'seal', 'stage', 'placing', 'error'],
  title: 'sign:title',
};

export const loader = ({ context }: LoaderFunctionArgs): Embedding => embeddingIn(context);
/** What the page says depends on where it was asked from. */
export const headers = () => ({ 'Cache-Control': 'no-store' });
export const shouldRevalidate = () => false;

/** /embed/sign/:linkId, in a frame of another system’s page. */
export default function EmbedSign() {
  const { linkId = '' } = useParams();
  const embedding = useLoaderData<typeof loader>();
  return (
    <EmbedFrame linkId={linkId} embedding={embedding}>
      {({ subjectId }) => <SigningScreen taskId={subjectId} />}
    </EmbedFrame>
  );
}
