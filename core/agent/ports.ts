/** Where an agent listens: the first of these that is free. A page asks them in turn. */
export const AGENT_PORTS = [28617, 28618, 28619, 28620] as const;

/** The largest message that either side takes, bytes: an OFD seal with its picture is signed as part of one. */
export const MESSAGE_MAX = 512 * 1024;

/** Documents that one call may sign. */
export const DOCUMENTS_PER_CALL = 50;
