import type { Domain } from '#edge/kernel/domain.ts';
import { LOG_PATH, serveLog } from './serve-log.ts';

export const log: Domain = {
  paths: [{ path: LOG_PATH, serve: serveLog }],
  jobs: [
    { name: 'log', load: () => import('./append-pending.ts').then((m) => m.appendPending) },
    { name: 'log-witnesses', load: () => import('./ask-witnesses.ts').then((m) => m.askWitnesses) },
  ],
};
