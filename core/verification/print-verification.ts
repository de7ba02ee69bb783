/** The two output formats of the command line. */
import type { FileVerification, SignatureVerdict } from './verdict.ts';

/** One line of JSON with exactly the keys that other programs rely on, in this order. */
export function toJsonLine(file: string, result: FileVerification): string {
  const { format, verdict, problems, signatures } = result;
  return JSON.stringify({ file, format, verdict, problems, signatures: signatures.map(toJson) });
}

function toJson(signature: SignatureVerdict): Omit<SignatureVerdict, 'detail'> {
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
  } = signature;
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
  };
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
  for (const change of detail.changes.filter(({ allowed }) => !allowed)) {
    const where = [
      change.page && `page ${change.page}`,
      change.box && `at ${change.box.x}, ${change.box.y} mm, ${change.box.width} x ${change.box.height} mm`,
      change.field && `field ${clean(change.field)}`,
      change.detail,
      change.problem,
    ];
    const words = where.filter(Boolean).map((part) => clean(String(part)));
    lines.push(`    changed     ${change.kind} ${words.join(', ')}`);
  }
  return lines;
}

/** Replaces control characters in text from a file, which could manipulate the terminal. */
const clean = (text: string): string => text.replace(/\p{C}/gu, '�');
