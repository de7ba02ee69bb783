/**
 * Lets an isolate answer others between two slices of work. A promise alone would not: those of one request run one after the
 * other, and workerd looks for other requests only where it waits for a timer or for the network.
 */
export const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

/** Bytes of a body that are taken at a stretch, some 5 ms: what comes fast enough would otherwise be read to its end. */
export const SLICE_BYTES = 1 << 20;
