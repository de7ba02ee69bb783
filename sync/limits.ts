/** Maximum size of one message in bytes, chunked or not. A PartyKit room has 128 MB in total. */
export const BATCH_LIMIT = 4_000_000;
/** Maximum number of chunks per message: clients send 10⁶ bytes per chunk, and each chunk has overhead. */
export const PARTS_LIMIT = 16;
/** Maximum size of one presence update in bytes. */
export const PRESENCE_LIMIT = 16_000;
/** Maximum size of a document in bytes: updates are summed, and the document is measured when the sum reaches it. */
export const DOCUMENT_LIMIT = 16_000_000;
/** Maximum size of a pushed event in bytes. */
export const EVENT_LIMIT = 16_000;
/**
 * Clients that connect within this time, ms, after an event receive it: it may have occurred between their fetch and
 * their connection.
 */
export const EVENT_RETENTION_MS = 30_000;
/** Maximum number of connections per room. */
export const CONNECTION_LIMIT = 200;
