import type { placement, signer } from '#db/schema/index.ts';

export type SignerRow = typeof signer.$inferSelect;
/** A signer whom the sender asks for proofs before the signature. */
export type AskedSigner = Pick<SignerRow, 'id' | 'accountId' | 'proofs' | 'accessCodeHash' | 'emailSealed'>;
export type PlacementRow = typeof placement.$inferSelect;

/** A document of a task or group; `revision` is the number of its newest revision. */
export interface DocumentRow {
  id: string;
  name: string;
  position: number;
  pages: { widthMm: number; heightMm: number }[];
  revision: number;
}
