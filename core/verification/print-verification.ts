/** The two output formats of the command line. */
import type { DocumentChange, FileVerification, SignatureVerdict } from './verdict.ts';

/**
 * One line of JSON with exactly the keys that other programs rely on, in this order. A signature has `changes` only if
 * something was changed after it.
 */
export function toJsonLine(file: string, result: FileVerification): string {
  const { format, verdict, problems, signatures } = result;
  return JSON.stringify({ file, format, verdict, problems, signatures: signatures.map(toJson) });
}

function toJson(
  signature: SignatureVerdict,
): Omit<SignatureVerdict, 'detail'> & { changes?: PrintedChange[] } {
  const {
    name,
    verdict,
    integrity,
    coversWholeFile,
    laterChanges,
    chain,
    level,
    signer,
    signingTime,
    problems,
    detail,
  } = signature;
  const changes = detail.changes.map(printedChange);
  return {
    name,
    verdict,
    integrity,
    coversWholeFile,
    laterChanges,
    chain,
    level,
    signer,
    signingTime,
    problems,
    ...(changes.length > 0 ? { changes } : {}),
  };
}

type PrintedChange = Pick<
  DocumentChange,
  'kind' | 'allowed' | 'revision' | 'page' | 'field' | 'before' | 'after' | 'detail' | 'problem'
>;

/** A change with the number of its revision from 1, as the page says it. */
function printedChange({ level: _, box: __, revision, ...change }: DocumentChange): PrintedChange {
  return { ...change, revision: revision + 1 };
}

/** A readable summary of a file: its verdict, then each signature. */
export function toTable(file: string, result: FileVerification): string {
  const lines = [
    `${clean(file)}: ${result.verdict.toUpperCase()}${result.format ? ` (${result.format})` : ''}`,
  ];
  if (result.problems.length > 0) lines.push(`  problems      ${result.problems.join(', ')}`);
  for (const signature of result.signatures) lines.push(...signatureLines(signature));
  for (const stamp of result.documentTimestamps) {
    lines.push(
      `  time stamp    ${clean(stamp.name)}: ${stamp.integrity === true ? 'intact' : 'BROKEN'}, ${stamp.signingTime ?? '?'}, ${clean(stamp.signer ?? '?')}, chain ${stamp.chain}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function signatureLines(signature: SignatureVerdict): string[] {
  const { integrity, coversWholeFile, laterChanges, detail } = signature;
  const intact = integrity === true ? 'intact' : integrity === false ? 'BROKEN' : 'not checkable';
  const time = signature.signingTime ?? 'no time';
  const lines = [
    `  ${signature.verdict.padEnd(13)} ${clean(signature.name)}`,
    `    signer      ${clean(signature.signer ?? '?')}, ${time}${detail.timeProven ? ' (proven)' : ' (claimed)'}`,
    `    content     ${intact}, ${coversWholeFile ? 'covers the whole file' : `later changes: ${laterChanges}`}`,
    `    trust       chain ${signature.chain}, level ${signature.level ?? '?'}`,
  ];
  if (signature.problems.length > 0) lines.push(`    problems    ${signature.problems.join(', ')}`);
  for (const change of detail.changes) lines.push(changeLine(change));
  return lines;
}

/** Allowed changes too: whoever relies on the file must know what the signer did not see. */
function changeLine(change: DocumentChange): string {
  const { kind, allowed, revision, page, box, field, before, after, detail, problem } = change;
  const where = [
    page && `page ${page}`,
    box && `at ${box.x}, ${box.y} mm, ${box.width} x ${box.height} mm`,
    field && `field ${field}`,
    before !== undefined && `from "${before}" to "${after ?? ''}"`,
    detail,
    problem,
    `revision ${revision + 1}`,
  ];
  const parts = where.filter(Boolean).map((part) => clean(String(part)));
  return `    ${allowed ? 'permitted ' : 'changed   '}  ${kind} ${parts.join(', ')}`;
}

/** Replaces control characters in text from a file, which could manipulate the terminal. */
const clean = (text: string): string => text.replace(/\p{C}/gu, '�');
