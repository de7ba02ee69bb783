import type { SignerState } from '#core/task/states.ts';
import type { document, placement, signer } from '#db/schema/index.ts';

export type SignerRow = Omit<typeof signer.$inferSelect, 'state'> & { state: SignerState };
export type DocumentRow = typeof document.$inferSelect;
export type PlacementRow = typeof placement.$inferSelect;
