/** An owner key for use in room names, which cannot contain a colon. */
export const ownerRoomId = (ownerKey: string): string => ownerKey.replace(':', '-');
