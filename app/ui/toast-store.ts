export type ToastTone = 'info' | 'success' | 'warning' | 'error';
export type ToastMessage = {
  tone?: ToastTone;
  text: string;
  action?: { label: string; onAction: () => void };
};
export type ToastEntry = ToastMessage & { id: number; tone: ToastTone };

/** Display time of a toast, ms ([9.23]). One with an action, or under the pointer, stays longer. */
export const TOAST_MS = 3000;
export const ACTION_TOAST_MS = 8000;

let shown: ToastEntry[] = [];
let last = 0;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Shows a short message at the top of the page. Identical messages are shown once. */
export function toast(message: ToastMessage): number {
  last += 1;
  const tone = message.tone ?? 'info';
  shown = [
    ...shown.filter((t) => t.text !== message.text || t.tone !== tone),
    { ...message, tone, id: last },
  ].slice(-3);
  tell();
  return last;
}

export function dismissToast(id: number): void {
  shown = shown.filter((t) => t.id !== id);
  tell();
}

export const toasts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => shown,
};
