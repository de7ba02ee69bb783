/** The agent's version; the page compares it with the newest one. */
export const VERSION = '2.5.0';
