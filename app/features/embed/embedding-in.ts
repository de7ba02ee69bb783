import type { AppLoadContext } from '@remix-run/cloudflare';
import type { Embedding } from './use-embed.ts';

const NOWHERE: Embedding = { origin: null, problem: null };

/** What the server knows about the page that embeds this one. */
export const embeddingIn = ({ embedding }: AppLoadContext): Embedding => {
  const { origin, problem } = embedding ?? NOWHERE;
  return { origin, problem };
};
