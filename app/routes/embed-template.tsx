import type { LoaderFunctionArgs } from '@remix-run/cloudflare';
import { useLoaderData, useParams } from '@remix-run/react';
import { lazy } from 'react';
import { EmbedFrame } from '../features/embed/embed-frame.tsx';
import { embeddingIn } from '../features/embed/embedding-in.ts';
import type { Embedding } from '../features/embed/use-embed.ts';
import { LoadingState } from '../ui/state.tsx';

/** The editor runs only in the browser and is not part of the Worker's bundle. */
const WebTemplate = import.meta.env.SSR
  ? LoadingState
  : lazy(() => import('../features/template/editor/web-template.tsx'));

export const handle = {
  ns: ['embed', 'templateEdit', 'template', 'wizard', 'error'],
  title: 'templateEdit:title',
};

export const loader = ({ context }: LoaderFunctionArgs): Embedding => embeddingIn(context);
/** What the page says depends on where it was asked from. */
export const headers = () => ({ 'Cache-Control': 'no-store' });
export const shouldRevalidate = () => false;

/** /embed/template/:linkId: the editor of a web template, in a frame of another system’s page. */
export default function EmbedTemplate() {
  const { linkId = '' } = useParams();
  const embedding = useLoaderData<typeof loader>();
  return (
    <EmbedFrame linkId={linkId} embedding={embedding}>
      {({ templateId }) => <WebTemplate id={templateId} />}
    </EmbedFrame>
  );
}
