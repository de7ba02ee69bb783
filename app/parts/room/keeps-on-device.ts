/**
 * Whether this page stores documents on the device. A page in a frame of another site may have no storage at all, and
 * leaves nothing behind there: what it writes is in memory and in the shared room.
 */
export const keepsOnDevice = (): boolean => !window.location.pathname.startsWith('/embed/');
