import type { DraftSigner } from '#core/task/draft.ts';

/** What a signer is called on the pages: the enterprise, or the person, or `unnamed` while neither is filled in. */
export const nameOf = (signer: Pick<DraftSigner, 'entName' | 'userName'>, unnamed: string): string =>
  signer.entName || signer.userName || unnamed;
