/** The address in `Name <address>` or by itself. */
export const addressIn = (from: string): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim();
