export * from './certificate.ts';
export * from './company.ts';
export * from './config.ts';
export * from './identity.ts';
export * from './notice.ts';
export * from './quicksign.ts';
export * from './seal.ts';
export * from './task.ts';
