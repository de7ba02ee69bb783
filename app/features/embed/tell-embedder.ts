import { type EmbedMessage, posted } from '#core/embed/messages.ts';

/** Sends a message to the page around this one, readable by pages of `origin` only. */
export function tellEmbedder(origin: string, message: EmbedMessage): void {
  window.parent.postMessage(posted(message), origin);
}

/** Whether this page is in no frame. */
export const isAlone = (): boolean => window.parent === window;
