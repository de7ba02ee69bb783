import type * as Y from 'yjs';

/** Whether the draft has no change by any client, not even a deleted one. */
export const isUnwritten = (doc: Y.Doc): boolean => doc.store.clients.size === 0;
