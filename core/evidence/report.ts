import { type EvidenceText, evidenceText } from '#core/locales/evidence-text.ts';
import type { Language } from '#core/locales/languages.ts';
import { trailEventText } from '#core/locales/trail-event-text.ts';
import type { Route } from '#core/realname/states.ts';
import { provenNames } from '#core/task/signer-proofs.ts';
import type { TrailEntry } from '#core/task/trail.ts';
import {
  A4,
  type Block,
  type Inline,
  type ParagraphBlock,
  type TypesetDocument,
} from '#core/typeset/document.ts';

/** Content of the evidence report. Times are formatted as 2026-11-20 14:05:09. */
export interface ReportFacts {
  language: Language;
  number: string;
  title: string;
  initiator: string;
  completedAt: string;
  files: readonly { name: string; sha256: string }[];
  parties: readonly { name: string; signedAt: string; certificates: readonly string[] }[];
  /** How each person and enterprise proved their real name before they signed; `route` is empty where it is not recorded. */
  identities: readonly { name: string; route: Route | ''; at: string }[];
  consents: readonly {
    who: string;
    method: string;
    at: string;
    digests: readonly string[];
  }[];
  steps: readonly Pick<TrailEntry, 'event' | 'operator' | 'agent' | 'remark' | 'seq'>[];
  timeOf: (seq: number) => string;
  /** Certificates that signed and those above them, with what the revocation data of the bundle say of each. */
  certificates: readonly {
    subject: string;
    serial: string;
    from: string;
    to: string;
    /** `root` needs none: it is trusted explicitly. */
    revocation: 'good' | 'revoked' | 'unknown' | 'root';
    /** When that was said; empty if nothing says it. */
    said: string;
  }[];
  /** Time stamps in the documents; `on` is the signer, empty for a time stamp on the whole file. */
  stamps: readonly { file: string; on: string; authority: string; at: string }[];
  log: { origin: string; size: number; root: string; stampedAt: string };
}

/** A method of consent in words; several proofs in their order. */
const methodText = (method: string, text: EvidenceText): string =>
  provenNames(method)
    .map(([asked, given]) => {
      const [one, other] = [asked, given].map((name) => text.methods[name] ?? name);
      return other ? text.instead(one!, other) : one;
    })
    .join(' → ');

const say = (text: string): Inline => ({ kind: 'text', text });
const SMALL = { size: 9.5, leading: 1.5, align: 'left', firstIndent: 0 } as const;
const paragraph = (text: string): ParagraphBlock => ({
  kind: 'paragraph',
  inlines: [say(text)],
  style: SMALL,
});
const heading = (text: string): Block => ({
  kind: 'heading',
  level: 2,
  inlines: [say(text)],
  style: { size: 13 },
});
const cell = (text: string, header = false) => ({ blocks: [paragraph(text)], header });

const table = (
  widths: readonly number[],
  head: readonly string[],
  rows: readonly (readonly string[])[],
): Block => ({
  kind: 'table',
  widths: [...widths],
  border: true,
  headerRows: head.length > 0 ? 1 : 0,
  rows: [
    ...(head.length > 0 ? [{ cells: head.map((text) => cell(text, true)) }] : []),
    ...rows.map((row) => ({ cells: row.map((text) => cell(text)) })),
  ],
});

/** The time stamps; none where a format has no signature with one. */
const stampsOf = ({ stamps }: ReportFacts, text: EvidenceText): Block[] =>
  stamps.length === 0
    ? []
    : [
        heading(text.stamps),
        table(
          [3, 3, 3, 3],
          [text.file, text.stampOn, text.authority, text.time],
          stamps.map(({ file, on, authority, at }) => [file, on || text.wholeFile, authority, at]),
        ),
      ];

/** Hexadecimal with spaces as line-break opportunities. */
const inParts = (hex: string): string => hex.match(/.{1,16}/g)?.join(' ') ?? '';

/**
 * The report of a completed contract: what was signed, by whom, how the signers showed their intent, each step, and the
 * steps' positions in the transparency log.
 */
export function evidenceReport(facts: ReportFacts): TypesetDocument {
  const { language } = facts;
  const text = evidenceText(language);
  const blocks: Block[] = [
    { kind: 'heading', level: 1, inlines: [say(text.heading)], style: { align: 'centre' } },
    paragraph(text.about),
    paragraph(text.zone),
    heading(text.task),
    table(
      [1, 3],
      [],
      [
        [text.title, facts.title],
        [text.number, facts.number],
        [text.initiator, facts.initiator],
        [text.completedAt, facts.completedAt],
      ],
    ),
    heading(text.files),
    table(
      [1, 2],
      [text.file, text.digest],
      facts.files.map(({ name, sha256 }) => [name, inParts(sha256)]),
    ),
    heading(text.parties),
    table(
      [2, 2, 4],
      [text.party, text.signedAt, text.certificate],
      facts.parties.map(({ name, signedAt, certificates }) => [name, signedAt, certificates.join('; ')]),
    ),
    heading(text.identities),
    table(
      [2, 3, 2],
      [text.party, text.identity, text.time],
      facts.identities.map(({ name, route, at }) => [name, route ? text.routes[route] : text.unrecorded, at]),
    ),
    ...(facts.consents.length > 0 ? [heading(text.consents)] : []),
    ...facts.consents.flatMap(({ who, method, at, digests }) => [
      paragraph(text.consentOf(who, methodText(method, text), at)),
      ...digests.map((digest) => paragraph(inParts(digest))),
    ]),
    heading(text.steps),
    table(
      [3, 3, 4],
      [text.time, text.what, text.who],
      facts.steps.map(({ seq, event, operator, agent, remark }) => [
        facts.timeOf(seq),
        [trailEventText(event, language), remark].filter(Boolean).join(': '),
        [operator === 'Signet' ? text.system : operator, agent].filter(Boolean).join(', '),
      ]),
    ),
    heading(text.certificates),
    table(
      [4, 3, 3],
      [text.certificate, text.validity, text.revocation],
      facts.certificates.map(({ subject, serial, from, to, revocation, said }) => [
        `${subject} (${inParts(serial)})`,
        `${from} – ${to}`,
        [text.revocations[revocation], said].filter(Boolean).join(', '),
      ]),
    ),
    ...stampsOf(facts, text),
    heading(text.log),
    paragraph(text.logAbout(facts.log.size, facts.log.origin)),
    table(
      [1, 3],
      [],
      [
        [text.root, inParts(facts.log.root)],
        [text.checkpointAt, facts.log.stampedAt],
      ],
    ),
  ];
  return { title: `${text.heading} ${facts.number}`, language, page: A4, blocks };
}
