/**
 * Messages of an embedded page to the page around it, by `postMessage` with that page’s origin as `targetOrigin`. The
 * embedded page accepts none, so that no other page can make it act. `link` is the id of the one-time link, so that a page
 * with several frames knows which one it was.
 */
export type EmbedMessage =
  /** The page is shown and can be used. */
  | { type: 'ready'; link: string }
  /** Signed; `completed` if all parties have signed. */
  | { type: 'signed'; link: string; completed: boolean }
  /** The person refused to sign, which ended the task. */
  | { type: 'refused'; link: string }
  /** The draft was sent as task `planId`; `waits`: it must be approved before its signers are told. */
  | { type: 'sent'; link: string; planId: string; waits: boolean }
  /** The template was published, and version `number` is in force; `waits`: it must be approved before. */
  | { type: 'saved'; link: string; number: number; waits: boolean }
  /** There is nothing more to do: the person closed the page, or the link cannot be used (`reason` is the error code). */
  | { type: 'closed'; link: string; reason: number | null }
  /** Height of the content, CSS px, for a frame that grows with it. */
  | { type: 'height'; link: string; height: number };

/** Marks the messages among those of other libraries. */
const SOURCE = 'signet';

interface EmbedEnvelope {
  source: typeof SOURCE;
  version: 1;
  message: EmbedMessage;
}

/** Wraps a message for `postMessage`. */
export const posted = (message: EmbedMessage): EmbedEnvelope => ({ source: SOURCE, version: 1, message });
