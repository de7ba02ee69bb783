import type { placement, signer } from '#db/schema/index.ts';

export type SignerRow = typeof signer.$inferSelect;
export type PlacementRow = typeof placement.$inferSelect;

/** A document of a task or group; `revision` is the number of its newest revision. */
export interface DocumentRow {
  id: string;
  name: string;
  position: number;
  pages: { widthMm: number; heightMm: number }[];
  revision: number;
}
