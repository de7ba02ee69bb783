import type { Language } from '#core/locales/languages.ts';
import { voidText } from '#core/locales/void-text.ts';
import { A4, type Block, type Inline, type TypesetDocument } from '#core/typeset/document.ts';
import { PLACE_SIZE } from './place-rules.ts';
import type { PartyType } from './plan.ts';

export interface VoidAgreement {
  /** Number of the contract that is voided. */
  number: string;
  title: string;
  /** As 2026-11-20 14:05. */
  completedAt: string;
  /** Its files as signed; SHA-256 in hexadecimal. */
  files: readonly { name: string; sha256: string }[];
  reason: string;
  /** All its parties; `key` identifies the placement of each. */
  parties: readonly { key: string; type: PartyType; name: string; operator: string }[];
  language: Language;
}

/** Placement of a party: an enterprise's seal or a person's signature. Sizes in mm. */
export const placeOfParty = (type: PartyType) =>
  type === 'ENTERPRISE'
    ? { kind: 'ENT_SEAL' as const, ...PLACE_SIZE.ENT_SEAL }
    : { kind: 'HANDWRITTEN' as const, ...PLACE_SIZE.HANDWRITTEN };

/**
 * The agreement by which all parties void a contract: the contract's number, title and file digests, the reason, and a
 * place for each party to sign.
 */
export function voidAgreement(agreement: VoidAgreement): TypesetDocument {
  const { language, parties } = agreement;
  const text = voidText(language);
  const say = (words: string): Inline => ({ kind: 'text', text: words });
  const paragraph = (...inlines: Inline[]): Block => ({ kind: 'paragraph', inlines });
  const cell = (words: string, header = false) => ({
    blocks: [{ kind: 'paragraph' as const, inlines: [say(words)] }],
    header,
  });
  const facts: readonly [string, string][] = [
    [text.title, agreement.title],
    [text.number, agreement.number],
    [text.completedAt, agreement.completedAt],
    [text.reason, agreement.reason],
    [text.parties, parties.map(({ name }) => name).join(text.separator)],
  ];
  return {
    title: text.heading,
    language,
    page: A4,
    blocks: [
      { kind: 'heading', level: 1, inlines: [say(text.heading)], style: { align: 'centre' } },
      paragraph(say(text.about)),
      {
        kind: 'table',
        widths: [1, 3],
        border: true,
        rows: facts.map(([term, words]) => ({ cells: [cell(term, true), cell(words)] })),
      },
      paragraph(say(text.files)),
      {
        kind: 'table',
        widths: [1, 2],
        border: true,
        headerRows: 1,
        rows: [
          { cells: [cell(text.file, true), cell(text.digest, true)] },
          ...agreement.files.map(({ name, sha256 }) => ({ cells: [cell(name), cell(inParts(sha256))] })),
        ],
      },
      paragraph(say(text.effect)),
      paragraph(say(text.stays)),
      ...parties.map(({ key, type, name, operator }): Block => {
        const { width, height } = placeOfParty(type);
        return {
          kind: 'group',
          blocks: [
            {
              kind: 'paragraph',
              inlines: [say(`${text.party}${name}${operator ? text.operator(operator) : ''}`)],
            },
            { kind: 'paragraph', inlines: [{ kind: 'place', id: key, width, height, reserve: true }] },
          ],
        };
      }),
    ],
  };
}

/** A digest with spaces at which a line may break. */
const inParts = (sha256: string): string => sha256.match(/.{1,16}/g)?.join(' ') ?? '';
