import type { TimelineEntry } from '#core/verification/describe-timeline.ts';
import type {
  ReportChange,
  SignatureCard,
  VerificationReport,
} from '#core/verification/describe-verification.ts';
import { formatDateTime, formatSize } from '../../i18n/format.ts';

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** Colour of a line, by its meaning. */
export type Ink = 'plain' | 'soft' | 'good' | 'doubtful' | 'bad';

/** One row of the printed report, top to bottom. */
export type Row =
  | { kind: 'title' | 'heading' | 'subheading' | 'text' | 'item'; text: string; ink?: Ink }
  /** `apart`: the first of a group, with space above. */
  | { kind: 'pair'; label: string; text: string; ink?: Ink; apart?: boolean };

/** The content of the report in one language; `typesetReport` lays it out on pages. */
export interface ReportSheet {
  title: string;
  language: string;
  rows: Row[];
  /** Footer of every page, with the placeholders `{page}` and `{pages}`. */
  footer: string;
  note: string;
  /** Creation time, epoch ms. */
  madeAt: number;
}

export interface ReportInput {
  name: string;
  format: string;
  size: number;
  sha256: string;
  report: VerificationReport;
  timeline: TimelineEntry[];
}

const INK_OF: Record<VerificationReport['tone'], Ink> = {
  good: 'good',
  bad: 'bad',
  doubtful: 'doubtful',
  plain: 'plain',
};
const INK_OF_WEIGHT = { fatal: 'bad', doubt: 'doubtful', note: 'soft' } as const;

/** Converts a verification to the rows of a printed report; `t` translates in the namespace `verification`. */
export function reportSheet(input: ReportInput, t: Translate, language: string): ReportSheet {
  const { report } = input;
  const rows: Row[] = [
    { kind: 'title', text: t('report.title') },
    {
      kind: 'pair',
      label: t('report.verdict'),
      text: `${report.verdictText} · ${report.headline}`,
      ink: INK_OF[report.tone],
    },
    { kind: 'pair', label: t('report.file'), text: input.name },
    { kind: 'pair', label: t('report.format'), text: input.format },
    { kind: 'pair', label: t('report.size'), text: formatSize(input.size, language) },
    { kind: 'pair', label: t('report.sha256'), text: input.sha256 },
    { kind: 'pair', label: t('report.checkedAt'), text: formatDateTime(report.checkedAt, { seconds: true }) },
    { kind: 'text', text: report.disclaimer, ink: 'soft' },
    ...problemRows(report.problems),
  ];
  if (report.signatures.length > 0)
    rows.push({ kind: 'heading', text: t('signatures', { count: report.signatures.length }) });
  for (const card of report.signatures) rows.push(...cardRows(card, t));
  if (report.documentTimestamps.length > 0) rows.push({ kind: 'heading', text: t('documentTimestamps') });
  for (const card of report.documentTimestamps) rows.push(...cardRows(card, t));
  if (input.timeline.length > 0) rows.push({ kind: 'heading', text: t('revisions') });
  for (const entry of input.timeline) rows.push(...timelineRows(entry, t, language));
  return {
    title: t('report.title'),
    language,
    rows,
    footer: t('report.page', { page: '{page}', pages: '{pages}' }),
    note: report.disclaimer,
    madeAt: report.checkedAt,
  };
}

const problemRows = (problems: VerificationReport['problems']): Row[] =>
  problems.map(({ text, weight }) => ({ kind: 'item', text, ink: INK_OF_WEIGHT[weight] }));

function cardRows(card: SignatureCard, t: Translate): Row[] {
  return [
    { kind: 'subheading', text: `${card.title} · ${card.verdictText}`, ink: INK_OF[card.tone] },
    ...problemRows(card.problems),
    ...card.lines.map(({ label, text, tone }): Row => ({ kind: 'pair', label, text, ink: INK_OF[tone] })),
    ...card.changes.filter(({ allowed }) => !allowed).map((change) => changeRow(change, t)),
    ...card.certificates.flatMap((lines) =>
      lines.map(({ label, text }, i): Row => ({ kind: 'pair', label, text, ink: 'soft', apart: i === 0 })),
    ),
  ];
}

function timelineRows(entry: TimelineEntry, t: Translate, language: string): Row[] {
  const head = t('revisionHead', { number: entry.revision, size: formatSize(entry.size, language) });
  return [
    { kind: 'subheading', text: head },
    ...entry.signers.map((name): Row => ({ kind: 'item', text: t('signedBy', { name }) })),
    ...entry.stampers.map((name): Row => ({ kind: 'item', text: t('timestampedBy', { name }) })),
    ...entry.changes.map((change) => changeRow(change, t)),
  ];
}

const changeRow = ({ text, where, detail, allowed }: ReportChange, t: Translate): Row => ({
  kind: 'item',
  text: [where, text, `(${t(allowed ? 'changeAllowed' : 'changeDisallowed')})`, detail && `· ${detail}`]
    .filter(Boolean)
    .join(' '),
  ink: allowed ? 'plain' : 'bad',
});
