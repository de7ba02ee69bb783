import type { DraftSigner } from '#core/task/draft.ts';

/** The displayed name of a signer: the enterprise, or the person, or `unnamed` if neither is filled in. */
export const nameOf = (signer: Pick<DraftSigner, 'entName' | 'userName'>, unnamed: string): string =>
  signer.entName || signer.userName || unnamed;
