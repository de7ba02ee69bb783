import type { FileVerification } from '#core/verification/verdict.ts';

const FILE_ADVICE = [
  'file-empty',
  'file-not-recognized',
  'file-encrypted',
  'file-broken',
  'file-too-complex',
  'file-unsupported',
] as const;

export type Advice =
  | (typeof FILE_ADVICE)[number]
  | 'valid'
  | 'invalid'
  | 'trust'
  | 'indeterminate'
  | 'unsigned'
  | 'retry';

/** Returns what the person should do next about a result: a text key below `advice`. */
export function adviceFor({ verdict, problems, signatures }: FileVerification): Advice {
  if (verdict === 'error') return FILE_ADVICE.find((code) => problems.includes(code)) ?? 'retry';
  if (verdict !== 'indeterminate') return verdict;
  return signatures.some(({ chain }) => chain === 'untrusted') ? 'trust' : 'indeterminate';
}
