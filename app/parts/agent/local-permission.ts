/** Whether the browser lets this page reach programs on the person's own machine. */
export type LocalPermission = 'granted' | 'prompt' | 'denied';

/** Chrome has changed the name; other browsers have neither, and do not ask. */
const NAMES = ['loopback-network', 'local-network-access'];

/** What Chrome (142 for fetch, 147 for WebSocket) would say now, without asking the person. */
export async function localPermission(): Promise<LocalPermission> {
  for (const name of NAMES) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state;
    } catch {
      // this browser does not know the name
    }
  }
  return 'granted';
}
