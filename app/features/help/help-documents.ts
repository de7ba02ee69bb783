/** The product's own help documents ([2.24]), in the order of the list; their texts are in the namespace `guide`. */
export const HELP_DOCUMENTS = [
  { id: 'send', steps: 5 },
  { id: 'sign', steps: 5 },
  { id: 'manage', steps: 4 },
  { id: 'quick', steps: 4 },
  { id: 'seal', steps: 5 },
  { id: 'ukey', steps: 5 },
  { id: 'verify', steps: 4 },
  { id: 'realname', steps: 4 },
] as const;

export type HelpDocument = (typeof HELP_DOCUMENTS)[number];
