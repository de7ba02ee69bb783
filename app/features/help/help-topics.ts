/** Tabs of the help page, in order. */
export const HELP_TABS = ['documents', 'videos', 'helper', 'unlock', 'update'] as const;
export type HelpTab = (typeof HELP_TABS)[number];

/** What the tabs about the certificate helper and UKeys tell, in order; the words are in the locale files. */
export const HELP_TOPICS = {
  helper: ['node', 'start', 'insert', 'pair'],
  unlock: ['stop', 'ask', 'enter', 'lost'],
  update: ['when', 'seal', 'person', 'check'],
} as const satisfies Partial<Record<HelpTab, readonly string[]>>;

/** What can be downloaded of the certificate helper; made by the build (scripts/build-agent.ts). */
export const HELPER_FILES = [
  { id: 'file', path: '/agent/signet-agent.mjs' },
  { id: 'package', path: '/agent/signet-agent.tgz' },
] as const;
