/** An owner's part of a room name: rooms know no colon. */
export const ownerRoomId = (ownerKey: string): string => ownerKey.replace(':', '-');
