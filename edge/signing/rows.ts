import type { placement, signer } from '#db/schema/index.ts';

export type SignerRow = typeof signer.$inferSelect;
export type PlacementRow = typeof placement.$inferSelect;

/** A file of a task or of a group: `revision` is the number of its newest state. */
export interface DocumentRow {
  id: string;
  name: string;
  position: number;
  pages: { widthMm: number; heightMm: number }[];
  revision: number;
}
