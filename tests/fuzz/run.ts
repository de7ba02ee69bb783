/** `npm run fuzz`: tries spoilt documents for a time, or one file again. */

import { readOptions, refuse } from '#scripts/read-options.ts';
import { KINDS } from './kinds/index.ts';
import { type Failure, tryDocuments, tryFile, writeDocuments } from './try-documents.ts';

const USAGE = 'npm run fuzz -- [--minutes N] [--kind K]… [--seed S] [--from N] [--count N] [--file FILE]';
const HELP = `usage: ${USAGE}

Spoils good documents at random and does with each what the product does with it. An answer and an error of the
catalogue are right; another error, more than 2 s of the processor, or 200 MB more memory are faults, and for docx and
template more than their size is worth, in units of work that is measured beside it. A fault is printed with its seed and
number, and its document is written to a file.

  --minutes N   how long, all kinds together, taken in turn (1)
  --kind K      only this kind, may be repeated: ${Object.keys(KINDS).join(', ')}
  --seed S      any text; the same text makes the same documents (today's date)
  --from N      number of the first document (0)
  --count N     end after so many documents of each kind
  --file FILE   try this file again, as the kind of --kind or of its ending
  --folder DIR  where documents with faults are written to

Exit status: 0 without a fault, 1 with one, 2 when the call was wrong.`;

const { values } = readOptions(USAGE, {
  options: {
    minutes: { type: 'string' },
    kind: { type: 'string', multiple: true },
    seed: { type: 'string' },
    from: { type: 'string' },
    count: { type: 'string' },
    file: { type: 'string' },
    folder: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

function numberOf(text: string | undefined, fallback: number): number {
  const number = text === undefined ? fallback : Number(text);
  return Number.isFinite(number) && number >= 0 ? number : refuse(`Not a number: ${text}.`, USAGE);
}

const kinds = values.kind ?? Object.keys(KINDS);
const unknown = kinds.filter((kind) => !Object.hasOwn(KINDS, kind));
if (unknown.length > 0)
  refuse(`No such kind: ${unknown.join(', ')}. There are: ${Object.keys(KINDS).join(', ')}.`, USAGE);

if (values.file !== undefined) {
  const kind = values.kind?.[0] ?? values.file.split('.').at(-1)!;
  if (!Object.hasOwn(KINDS, kind)) refuse('Say of which kind the file is with --kind.', USAGE);
  const { findings, died } = await tryFile(kind, values.file);
  for (const { act, fault } of findings) console.log(`${act}: ${fault}`);
  if (died) console.log(died);
  if (findings.length === 0 && !died) console.log('no fault');
  process.exit(findings.length > 0 || died ? 1 : 0);
}

const seed = values.seed ?? new Date().toISOString().slice(0, 10);
const end = Date.now() + numberOf(values.minutes, 1) * 60_000;
const most = numberOf(values.count, Number.MAX_SAFE_INTEGER);
/** A kind's turn: long enough that starting its process does not count. */
const TURN_MS = 30_000;

const say = ({ kind, number, act, fault, file }: Failure) =>
  console.log(
    `FAULT ${kind}, seed ${seed}, document ${number}${act && `, ${act}`}: ${fault}${file ? `\n      ${file}` : ''}`,
  );
const totals = new Map(
  kinds.map((kind) => [
    kind,
    {
      at: numberOf(values.from, 0),
      documents: 0,
      answered: 0,
      refused: 0,
      ms: 0,
      bytes: 0,
      unconfirmed: 0,
      faults: 0,
    },
  ]),
);
console.log(`seed ${seed}`);
const first = numberOf(values.from, 0);
for (let open = kinds; open.length > 0 && Date.now() < end; ) {
  for (const kind of open) {
    const total = totals.get(kind)!;
    const left = first + most - total.at;
    if (left <= 0 || Date.now() >= end) continue;
    const until = Math.min(end, Date.now() + TURN_MS);
    const tried = await tryDocuments({
      kind,
      seed,
      from: total.at,
      count: left,
      until,
      ...(values.folder ? { folder: values.folder } : {}),
      onFailure: say,
    });
    await writeDocuments(tried.failures);
    total.at += tried.documents;
    total.documents += tried.documents;
    total.answered += tried.answered;
    total.refused += tried.refused;
    total.unconfirmed += tried.unconfirmed;
    total.faults += tried.failures.length;
    total.ms = Math.max(total.ms, tried.slowestMs);
    total.bytes = Math.max(total.bytes, tried.largestBytes);
  }
  open = open.filter((kind) => totals.get(kind)!.at < first + most);
}

const rows = [...totals].map(([kind, one]) => ({
  kind,
  documents: one.documents,
  answers: one.answered,
  refusals: one.refused,
  'slowest (ms)': Math.round(one.ms),
  'largest (MB)': Math.round(one.bytes / 1e6),
  'only beside others': one.unconfirmed,
  faults: one.faults,
}));
console.table(rows);
const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
console.log(`${sum((row) => row.documents)} documents, ${sum((row) => row.faults)} faults`);
process.exit(sum((row) => row.faults) > 0 ? 1 : 0);
