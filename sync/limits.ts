/** Most bytes of one message, in parts or not. PartyKit rooms have 128 MB for everything. */
export const BATCH_LIMIT = 4_000_000;
/** Most bytes of one presence update. */
export const PRESENCE_LIMIT = 16_000;
/** Most bytes of a document, counted as the updates come in and measured when that reaches the limit. */
export const DOCUMENT_LIMIT = 16_000_000;
/** Most bytes of an event that the edge pushes. */
export const EVENT_LIMIT = 16_000;
/** Most connections in one room. */
export const CONNECTION_LIMIT = 200;
