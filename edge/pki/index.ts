import type { Domain } from '#edge/kernel/domain.ts';
import { PKI_PATH } from './addresses.ts';
import { servePki } from './serve-pki.ts';
import { signingKeys } from './wrapped-keys.ts';

export const pki: Domain = {
  paths: [{ path: PKI_PATH, serve: servePki }],
  wrappedKeys: [signingKeys],
};
