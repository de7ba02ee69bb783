import type { DraftSigner } from '#core/task/draft.ts';

/** What a signer is called on the pages: the enterprise, or the person. */
export const nameOf = (signer: Pick<DraftSigner, 'entName' | 'userName'>): string =>
  signer.entName || signer.userName || '…';
