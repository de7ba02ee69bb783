/** Whether the browser allows this page to reach programs on the user's own machine. */
export type LocalPermission = 'granted' | 'prompt' | 'denied';

/** Permission names: Chrome renamed it; other browsers have neither and do not prompt. */
const NAMES = ['loopback-network', 'local-network-access'];

/** The current permission in Chrome (since 142 for fetch, 147 for WebSocket), without prompting the user. */
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
