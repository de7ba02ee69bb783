/** Most bytes of one message, in parts or not. PartyKit rooms have 128 MB for everything. */
export const BATCH_LIMIT = 4_000_000;
/** Most parts of one message: pages send a million bytes in each, and a part costs more than its bytes. */
export const PARTS_LIMIT = 16;
/** Most bytes of one presence update. */
export const PRESENCE_LIMIT = 16_000;
/** Most bytes of a document, counted as the updates come in and measured when that reaches the limit. */
export const DOCUMENT_LIMIT = 16_000_000;
/** Most bytes of an event that the edge pushes. */
export const EVENT_LIMIT = 16_000;
/** Whoever enters within so many ms of an event is told it: it may have come between their reading and their coming. */
export const EVENT_KEPT_MS = 30_000;
/** Most connections in one room. */
export const CONNECTION_LIMIT = 200;
