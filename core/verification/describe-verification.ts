/**
 * The result of a verification as text: a headline, one card per signature, and the changes between revisions. Data
 * only: the page and the printed report lay it out.
 */
import type { Language } from '../locales/languages.ts';
import {
  detailText,
  problemText,
  type VerificationWord,
  verificationText,
} from '../locales/verification-text.ts';
import { type ProblemCode, type ProblemWeight, problemWeight } from './problems.ts';
import type {
  CertificateSummary,
  DocumentChange,
  FileVerdict,
  FileVerification,
  SignatureVerdict,
} from './verdict.ts';

/** How a line is highlighted. */
export type Tone = 'good' | 'bad' | 'doubtful' | 'plain';

export interface ReportLine {
  label: string;
  text: string;
  tone: Tone;
}

export interface ReportProblem {
  code: ProblemCode;
  text: string;
  weight: ProblemWeight;
}

export interface ReportChange {
  text: string;
  /** e.g. "第 2 页"; null if the change belongs to no page. */
  where: string | null;
  /** The changed part, as text if there is one for it, else as an object number. */
  detail: string | null;
  allowed: boolean;
  /** Revision that made the change, counted from 1. */
  revision: number;
  /** Set if the value of a field is no longer what the signer saw: shown even where allowed changes are folded. */
  told?: true;
}

export interface SignatureCard {
  name: string;
  title: string;
  verdict: SignatureVerdict['verdict'];
  verdictText: string;
  tone: Tone;
  lines: ReportLine[];
  /** The certificate and its issuers, one group of lines per certificate. */
  certificates: ReportLine[][];
  changes: ReportChange[];
  /** Sorted by weight, the heaviest first. */
  problems: ReportProblem[];
}

export interface VerificationReport {
  verdict: FileVerdict;
  verdictText: string;
  headline: string;
  tone: Tone;
  signatures: SignatureCard[];
  documentTimestamps: SignatureCard[];
  problems: ReportProblem[];
  disclaimer: string;
  /** Epoch milliseconds of the check. */
  checkedAt: number;
}

const TONES: Record<FileVerdict, Tone> = {
  valid: 'good',
  invalid: 'bad',
  indeterminate: 'doubtful',
  unsigned: 'plain',
  error: 'bad',
};

/**
 * Times are formatted in `timeZone` (IANA name), by default that of the runtime.
 *
 * ```ts
 * const report = describeVerification(await verifyFile(bytes, options), 'zh-CN', 'Asia/Shanghai');
 * ```
 */
export function describeVerification(
  result: FileVerification,
  language: Language,
  timeZone?: string,
): VerificationReport {
  const texts = textsOf(language, timeZone);
  const count = result.signatures.length;
  return {
    verdict: result.verdict,
    verdictText: texts.say(`verdict.${result.verdict}`),
    headline: texts.say(headlineOf(result), { count }),
    tone: TONES[result.verdict],
    signatures: result.signatures.map((signature) => card(signature, texts, result)),
    documentTimestamps: result.documentTimestamps.map((stamp) => card(stamp, texts, result)),
    problems: problems(result.problems, texts),
    disclaimer: texts.say('disclaimer'),
    checkedAt: result.checkedAt,
  };
}

function headlineOf({ format, verdict, signatures }: FileVerification): VerificationWord {
  const ofBundle = format === 'evidence' && verdict !== 'unsigned' && verdict !== 'error';
  if (ofBundle) return `headline.evidence.${verdict}`;
  const isFilled = signatures.some(({ problems: found }) => found.includes('fields-filled-later'));
  return verdict === 'valid' && isFilled ? 'headline.filled' : `headline.${verdict}`;
}

interface Texts {
  language: Language;
  say(word: VerificationWord, params?: Record<string, string | number>): string;
  /** Formats epoch milliseconds. */
  time(moment: number): string;
}

function textsOf(language: Language, timeZone: string | undefined): Texts {
  // The locale of Sweden gives the format of all times in the product, 2026-11-20 14:05:09.
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return {
    language,
    say: (word, params) => verificationText(word, language, params),
    time: (moment) => format.format(moment),
  };
}

function card(signature: SignatureVerdict, texts: Texts, { format }: FileVerification): SignatureCard {
  return {
    name: signature.name,
    title: signature.signer ?? signature.name,
    verdict: signature.verdict,
    verdictText: texts.say(`verdict.${signature.verdict}`),
    tone: TONES[signature.verdict],
    lines: [
      ...(format === 'evidence' ? [fileLine(signature, texts)] : []),
      ...mainLines(signature, texts),
      ...detailLines(signature, texts),
    ],
    certificates: signature.detail.certificates.map((certificate) => certificateLines(certificate, texts)),
    changes: signature.detail.changes.map((change) => describeChange(change, texts)),
    problems: problems(signature.problems, texts),
  };
}

/** The file of a bundle that a signature is in: its name begins with the path. */
const fileLine = ({ name }: SignatureVerdict, { say }: Texts): ReportLine => ({
  label: say('label.file'),
  text: name.slice(0, name.indexOf(': ')),
  tone: 'plain',
});

function mainLines(signature: SignatureVerdict, texts: Texts): ReportLine[] {
  const { detail, integrity, laterChanges, chain, signingTime } = signature;
  const { say } = texts;
  const time = signingTime === null ? null : texts.time(Date.parse(signingTime));
  const changesTone = { none: 'good', allowed: 'good', disallowed: 'bad', unknown: 'doubtful' } as const;
  const chainTone = { trusted: 'good', untrusted: 'doubtful', invalid: 'bad', unknown: 'doubtful' } as const;
  return [
    { label: say('label.signer'), text: signature.signer ?? '–', tone: 'plain' },
    {
      label: say('label.time'),
      text:
        time === null ? say('time.none') : say(detail.timeProven ? 'time.proven' : 'time.claimed', { time }),
      tone: detail.timeProven ? 'good' : 'plain',
    },
    {
      label: say('label.integrity'),
      text: say(`integrity.${integrity === null ? 'null' : integrity ? 'true' : 'false'}`),
      tone: integrity === true ? 'good' : integrity === false ? 'bad' : 'doubtful',
    },
    { label: say('label.coverage'), text: say(`coverage.${detail.coverage}`), tone: 'plain' },
    { label: say('label.changes'), text: say(`changes.${laterChanges}`), tone: changesTone[laterChanges] },
    { label: say('label.chain'), text: say(`chain.${chain}`), tone: chainTone[chain] },
  ];
}

function detailLines({ detail, level }: SignatureVerdict, texts: Texts): ReportLine[] {
  const { say } = texts;
  const lines: [VerificationWord, string | null][] = [
    ['label.revocation', revocationText(detail.revocation, texts)],
    ['label.level', level],
    [
      'label.algorithm',
      [detail.digestAlgorithm, detail.signatureAlgorithm].filter(Boolean).join(' / ') || null,
    ],
    ['label.permission', detail.permission === null ? null : say(`permission.${detail.permission}`)],
    [
      'label.locked',
      detail.lockedFields &&
        say(`locked.${detail.lockedFields.action}`, { fields: detail.lockedFields.fields.join(', ') }),
    ],
    ['label.reason', detail.reason],
    ['label.location', detail.location],
    ['label.pages', detail.pages.join(', ') || null],
    ...detail.timestamps.map((stamp): [VerificationWord, string] => [
      'label.timestamp',
      [
        stamp.authority ?? '–',
        stamp.time === null ? '–' : texts.time(stamp.time),
        say(`chain.${stamp.chain}`),
      ].join(' · '),
    ]),
  ];
  return lines.flatMap(([label, text]) =>
    text === null ? [] : [{ label: say(label), text, tone: 'plain' as const }],
  );
}

function revocationText(revocation: SignatureVerdict['detail']['revocation'], texts: Texts): string | null {
  if (revocation.status === 'not-checked') return null;
  const time = revocation.revokedAt === null ? '–' : texts.time(revocation.revokedAt);
  return texts.say(`revocation.${revocation.status}`, { time });
}

function certificateLines(certificate: CertificateSummary, texts: Texts): ReportLine[] {
  const lines: [VerificationWord, string][] = [
    ['label.certificate', certificate.commonName ?? certificate.subject],
    ['label.issuer', certificate.issuer],
    ['label.serial', certificate.serialHex],
    ['label.validity', `${texts.time(certificate.notBefore)} – ${texts.time(certificate.notAfter)}`],
    ['label.algorithm', certificate.key],
  ];
  return lines.map(([label, text]) => ({ label: texts.say(label), text, tone: 'plain' as const }));
}

function whereOf({ page, box }: DocumentChange, { say }: Texts): string | null {
  if (page === undefined) return null;
  if (!box) return say('where.page', { page });
  return say('where.box', { page, x: box.x, y: box.y, width: box.width, height: box.height });
}

function describeChange(change: DocumentChange, texts: Texts): ReportChange {
  const { field = '', before = '', after = '' } = change;
  return {
    text: texts.say(wordOf(change), { field, before, after }),
    where: whereOf(change, texts),
    detail: change.detail === undefined ? null : detailText(change.detail, texts.language),
    allowed: change.allowed,
    revision: change.revision + 1,
    ...(before === after ? {} : { told: true }),
  };
}

function wordOf({ kind, before, after }: DocumentChange): VerificationWord {
  if (kind !== 'field-filled' || before === undefined || after === undefined) return `change.${kind}`;
  if (before === after) return 'change.value-redrawn';
  if (before === '') return 'change.value-filled';
  return after === '' ? 'change.value-emptied' : 'change.value-changed';
}

const WEIGHTS: ProblemWeight[] = ['fatal', 'doubt', 'note'];

function problems(codes: readonly ProblemCode[], texts: Texts): ReportProblem[] {
  return [...new Set(codes)]
    .map((code) => ({ code, text: problemText(code, texts.language), weight: problemWeight(code) }))
    .sort((a, b) => WEIGHTS.indexOf(a.weight) - WEIGHTS.indexOf(b.weight));
}
