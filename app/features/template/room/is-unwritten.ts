import type * as Y from 'yjs';

/** Whether nobody has ever written anything into the draft. */
export const isUnwritten = (doc: Y.Doc): boolean => doc.store.clients.size === 0;
