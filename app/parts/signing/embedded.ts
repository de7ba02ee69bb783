import { createContext, useContext } from 'react';

/** What an embedded page tells the page around it; it has no other page of the product to lead to. */
export interface EmbedEvents {
  signed: (completed: boolean) => void;
  refused: () => void;
  sent: (taskId: string, waits: boolean) => void;
  saved: (number: number, waits: boolean) => void;
  closed: () => void;
}

export const EmbeddedContext = createContext<EmbedEvents | null>(null);

/** The page around this one if it is embedded; null in the product itself. */
export const useEmbedded = (): EmbedEvents | null => useContext(EmbeddedContext);
