import type { ContractFacts } from './contract.ts';
import type { SealUseFacts } from './seal-use.ts';

/** A comment, or a reply to one, that is pinned to a place on a page of what is to be approved. */
export interface PageComment {
  id: string;
  /** The comment that this one replies to; empty for a comment of its own. */
  parentId: string;
  authorId: string;
  /** SHA-256 of the file that it was written on. */
  fileSha256: string;
  /** Position of that file then. */
  fileIndex: number;
}

/** Files of the subject in their order, by a digest of their pages: fields and seals do not change it. */
export function commentFiles(
  facts: ContractFacts | SealUseFacts | object,
): { name: string; sha256: string }[] {
  if ('taskName' in facts) return facts.files.map(({ name, source }) => ({ name, sha256: source }));
  if ('signerId' in facts) return facts.files.map(({ name, sha256 }) => ({ name, sha256 }));
  return [];
}

/**
 * Position of the comment's file among `files`; null if none of them is the same file. Of several equal files the one
 * at the same position is preferred.
 */
export function fileOfComment(
  { fileSha256, fileIndex }: Pick<PageComment, 'fileSha256' | 'fileIndex'>,
  files: readonly { sha256: string }[],
): number | null {
  if (files[fileIndex]?.sha256 === fileSha256) return fileIndex;
  const found = files.findIndex(({ sha256 }) => sha256 === fileSha256);
  return found === -1 ? null : found;
}

/** Whether a point in mm from the top left is on the page. */
export const isOnPage = (page: { widthMm: number; heightMm: number } | undefined, x: number, y: number) =>
  page !== undefined && x >= 0 && y >= 0 && x <= page.widthMm && y <= page.heightMm;

/**
 * Who is told of a comment or reply: the applicant and everybody who wrote in its conversation; of the applicant's own,
 * those who are to decide as well, because it is for them. Never its author, nor anybody who takes no part any more.
 */
export function readersOfComment({
  by,
  applicantId,
  writers,
  waiting,
  taking,
}: {
  by: string;
  applicantId: string;
  /** Authors in the conversation so far. */
  writers: readonly string[];
  /** Who is to decide now. */
  waiting: readonly string[];
  /** Everybody who takes part and may read the comments. */
  taking: readonly string[];
}): string[] {
  const readers = [applicantId, ...writers, ...(by === applicantId ? waiting : [])];
  return [...new Set(readers)].filter((one) => one !== by && taking.includes(one));
}
