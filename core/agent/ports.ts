/** Ports of the agent: it listens on the first free one, and pages try them in order. */
export const AGENT_PORTS = [28617, 28618, 28619, 28620] as const;

/** Maximum size of a message in either direction, bytes: an OFD signature's data includes the seal with its picture. */
export const MESSAGE_MAX = 512 * 1024;

/** Maximum number of documents that one call signs. */
export const DOCUMENTS_PER_CALL = 50;
