import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page runs in a browser by now. What depends on the session, the zone or the device is shown only then, so
 * that the page wakes up with what the server drew.
 */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
